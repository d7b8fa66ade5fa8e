import { createContext, useContext } from 'react'
import { english, type Language } from './language.ts'

/** The language of the page. */
export const LanguageContext = createContext<Language>(english)

/** Returns the language of the page. Islands don't have the context in the browser: pass what they need as props. */
export const useLanguage = (): Language => useContext(LanguageContext)
