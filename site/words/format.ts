import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'
import { isolated } from '../language/isolate.ts'
import { english } from '../language/language.ts'
import { isInEnglish } from './marks.ts'

/** Values for the arguments of a message. */
export type Values = Readonly<Record<string, string | number>>

/** Compiled messages. Compiling one takes ten times as long as using it. */
const compiled = new LRUCache<string, IntlMessageFormat | 'invalid'>({ max: 1000 })

/**
 * Returns a message with its values (ICU MessageFormat): `{count, plural, one {# result} other {# results}}`. Never
 * throws: in a message that the Studio would reject, only simple placeholders are filled in.
 *
 * @param locale the locale of the message, such as `ar-US-u-nu-latn`
 */
export function format(message: string, values: Values, locale: string): string {
  if (!message.includes('{')) return message
  const usedLocale = isInEnglish(message) ? english.locale : locale
  // Without the names that every object inherits.
  const texts: Record<string, string | number> = Object.create(null)
  for (const [name, value] of Object.entries(values)) {
    texts[name] = typeof value === 'string' ? isolated(value, locale) : value
  }
  try {
    const found = compile(message, usedLocale)
    if (found !== 'invalid') return String(found.format(texts))
  } catch {
    // A value is missing.
  }
  return fillIn(message, texts)
}

/** Replaces placeholders such as `{sales}` in a text. Leaves unknown placeholders unchanged. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

function compile(message: string, locale: string): IntlMessageFormat | 'invalid' {
  const key = `${locale} ${message}`
  const known = compiled.get(key)
  if (known) return known
  let format: IntlMessageFormat | 'invalid' = 'invalid'
  try {
    format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  } catch {
    // The Studio shows the reason: see messageError.
  }
  compiled.set(key, format)
  return format
}
