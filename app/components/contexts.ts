import { createContext } from 'react'
import type { ImageSource } from '../content/content.ts'

/** Where the images of the content are; undefined while content is unreachable. */
export const ImageSourceContext = createContext<ImageSource | undefined>(undefined)

/** Whether the page is shown in preview, where Remix's client runs all of it. */
export const PreviewContext = createContext(false)

/** Called with a description of content that the site has no component for. */
export const UnknownContentContext = createContext<(message: string) => void>(() => {})
