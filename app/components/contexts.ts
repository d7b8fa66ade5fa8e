import type { ImageSource } from 'halvi-site/content/content-reader'
import { createContext } from 'react'

/** The source of the content's images. Undefined while content is unreachable. */
export const ImageSourceContext = createContext<ImageSource | undefined>(undefined)

/** Whether the page is shown in preview, where Remix's client hydrates the complete page. */
export const PreviewContext = createContext(false)

/** A function that reports content for which the site has no component. */
export const UnknownContentContext = createContext<(message: string) => void>(() => {})
