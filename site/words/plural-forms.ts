import { english } from '../language/language.ts'
import { format } from './format.ts'
import { isInEnglish } from './marks.ts'

/** A locale, and a word's form for each of its plural categories. The browser needs no message parser for it. */
export type PluralForms = readonly [
  locale: string,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>,
]

/** Returns the forms of a message that depends on `count`. */
export function pluralForms(message: string, locale: string): PluralForms {
  const own = isInEnglish(message) ? english.locale : locale
  const rules = new Intl.PluralRules(own)
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {}
  // The numbers of a countdown. Each category of a language has one of them.
  for (let count = 0; count <= 100; count++)
    forms[rules.select(count)] ??= format(message, { count }, locale)
  return [own, forms]
}
