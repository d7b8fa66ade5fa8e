import { english } from '../language/language.ts'
import { defaultWords, type Words } from './words.ts'

/** The locale of facts in a text, and the words for missing facts. */
export interface FactTexts {
  locale: string
  facts: Words['facts']
}

/** Returns the texts for facts, by default in English. */
export const factTexts = (
  words: Pick<Words, 'facts'> = defaultWords,
  locale: string = english.locale,
): FactTexts => ({ locale, facts: words.facts })
