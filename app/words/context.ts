import { createContext, useContext } from 'react'
import { defaultWords, type Words } from './words.ts'

/** The words of the site. Without content, the specified texts. */
export const WordsContext = createContext<Words>(defaultWords)

/** Returns the words of the site. Islands don't have the context in the browser: pass words to them as props. */
export const useWords = (): Words => useContext(WordsContext)
