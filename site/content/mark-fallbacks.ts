import { inEnglish, isInEnglish } from '../words/marks.ts'
import { isCodeField } from './code-fields.ts'

/** Fields of links and images, which are not texts either. */
const addresses: readonly string[] = ['slug', 'key', 'path', 'url', 'href', 'email', 'language']

/**
 * Returns a copy of English content on a page in another language: its texts have marks (words/marks.ts). Days and
 * months without words, such as 2025-05, are not texts.
 */
export function markFallbacks<Value>(value: Value): Value {
  if (typeof value === 'string') {
    return (/\p{L}/u.test(value) && !isInEnglish(value) ? inEnglish(value) : value) as Value
  }
  if (Array.isArray(value)) return value.map(markFallbacks) as Value
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => {
    const isText = !/^_|^(style|listItem|marks)$/.test(name) && !addresses.includes(name)
    return [name, isText && !isCodeField(name) ? markFallbacks(inner) : inner]
  })
  return Object.fromEntries(fields) as Value
}
