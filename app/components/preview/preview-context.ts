import { createContext } from 'react'

/** Whether the page is shown in preview, where Remix's client runs all of it. */
export const PreviewContext = createContext(false)
