import { createContext, useContext } from 'react'
import { useLanguage } from '../language/context.ts'
import { type FactTexts, factTexts } from './fact-texts.ts'
import { format, type Values } from './format.ts'
import { defaultWords, type Words } from './words.ts'

/** The words of the site. Without content, the specified texts. */
export const WordsContext = createContext<Words>(defaultWords)

/** Returns the words of the site. Islands don't have the context in the browser: pass words to them as props. */
export const useWords = (): Words => useContext(WordsContext)

/** Returns a function that fills in a message in the language of the page. */
export function useFormat(): (message: string, values: Values) => string {
  const { locale } = useLanguage()
  return (message, values) => format(message, values, locale)
}

/** Returns the texts for facts on the page. */
export const useFactTexts = (): FactTexts => factTexts(useWords(), useLanguage().locale)
