import { defineQuery } from 'groq'
import { branch, calculator, inLanguage, joinCard, seo } from './fragments.ts'

/** Reads the commission calculator: its texts, and the commission of each branch. */
export const CALCULATOR_QUERY = defineQuery(`*[_type == "calculatorPage" && ${inLanguage}][0]{
  language,
  ${calculator},
  intro,
  answerNote,
  noRange,
  applyCard{${joinCard}},
  waitlistCard{${joinCard}},
  interest,
  "branches": *[_type == "branch" && defined(hue)] | order(order asc){${branch}},
  ${seo}
}`)
