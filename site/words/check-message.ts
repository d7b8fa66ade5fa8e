import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'

type Parsed = ReturnType<IntlMessageFormat['getAst']>[number]
/** The types of a message's elements that the check knows (`TYPE` of @formatjs/icu-messageformat-parser). */
const types = { number: 2, date: 3, time: 4, select: 5, plural: 6, tag: 8 }

const reasons: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'add the missing closing brace }',
  EMPTY_ARGUMENT: 'write the name of a placeholder between the braces',
  MISSING_OTHER_CLAUSE: 'add “other {…}”, the text for all other values',
}
const otherReason = 'copy this part from the English text, and change only its words'

const errors = new LRUCache<string, string>({ max: 1000 })

/**
 * Returns the error of a message (ICU MessageFormat) for its author, with the place, or '' for a valid message. A
 * valid message has the same arguments as the original.
 */
export function messageError(message: string, original: string): string {
  if (!/[{}]/.test(message + original)) return ''
  const key = JSON.stringify([message, original])
  const error = errors.get(key) ?? findError(message, original)
  errors.set(key, error)
  return error
}

function findError(message: string, original: string): string {
  const expected = argumentsOf(parse(original))
  const known = [...expected.keys()].map((name) => `{${name}}`).join(', ')
  try {
    const found = argumentsOf(parse(message))
    for (const [name, isNumber] of found) {
      if (!expected.has(name))
        return `Remove {${name}}. ${known ? `The placeholders are ${known}.` : 'This text has no placeholders.'}`
      if (isNumber && !expected.get(name))
        return `{${name}} is a text, not a number. Write it without “plural” or “number”.`
    }
    const missing = [...expected.keys()].find((name) => !found.has(name))
    return missing === undefined ? '' : `Add {${missing}}: the site fills it in.`
  } catch (error) {
    const { message: code, location } = error as Error & {
      location?: { start: { line: number; column: number } }
    }
    if (!location) return code
    const { line, column } = location.start
    return `Line ${line}, character ${column}: ${reasons[code] ?? otherReason}.`
  }
}

const parse = (message: string) =>
  new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst()

/**
 * Returns the names of a message's arguments, and whether each is a number.
 *
 * @throws Error for a plural with an unknown category, and for dates, which the site formats itself
 */
function argumentsOf(elements: readonly Parsed[]): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const element of elements) {
    if (!('value' in element) || typeof element.value !== 'string' || element.type === 0) continue
    const { type, value: name } = element
    if (type === types.date || type === types.time)
      throw new Error(`Write {${name}} without “date” or “time”.`)
    const isNumber = type === types.number || type === types.plural
    found.set(name, isNumber || found.get(name) === true)
    if (!('options' in element)) continue
    for (const [category, { value }] of Object.entries(element.options)) {
      if (isNumber && !/^(zero|one|two|few|many|other|=\d+)$/.test(category)) {
        throw new Error(
          `“${category}” isn’t a plural form. Use zero, one, two, few, many, or other.`,
        )
      }
      for (const [inner, isOne] of argumentsOf(value)) {
        found.set(inner, isOne || found.get(inner) === true)
      }
    }
  }
  return found
}
