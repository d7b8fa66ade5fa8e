import { createContext } from 'react'

/** Called with what a text contains and the site has no component for. */
export const UnknownContentContext = createContext<(message: string) => void>(() => {})
