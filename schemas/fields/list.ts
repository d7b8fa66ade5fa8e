import type { SanityDocument } from '@sanity/types'
import { type FieldOptions, field } from './field.ts'

/** The minimum and maximum number of list entries. */
type Bounds = readonly [number, number]

interface ListOptions extends FieldOptions {
  /** The number of entries that the page has room for. A list that does not exist yet passes. */
  length?: Bounds | ((document: SanityDocument | undefined) => Bounds)
}

/** The maximum number of entries of a list without other bounds. The content API has the same limit. */
const maxItems = 100

/** Returns a field for an ordered list of values or objects of one type. */
export function list(
  name: string,
  title: string,
  type: string,
  { length = [0, maxItems], rules = () => [], ...options }: ListOptions = {},
) {
  const checkLength = (value: unknown[] | undefined, document: SanityDocument | undefined) => {
    if (!value) return true
    const [min, max] = typeof length === 'function' ? length(document) : length
    if (value.length >= min && value.length <= max) return true
    const bounds = min === 0 ? `up to ${max}` : min === max ? `exactly ${min}` : `${min} to ${max}`
    return `${title}: add ${bounds} (now ${value.length}).`
  }
  return field(name, title, 'array', {
    of: [{ type }],
    rules: (rule) => [
      rule.custom<unknown[]>((value, { document }) => checkLength(value, document)),
      ...rules(rule),
    ],
    ...options,
  })
}

/** Returns a field for an ordered list of up to 50 references, without duplicates. The content API has the same limit. */
export const references = (name: string, title: string, type: string, description?: string) =>
  field(name, title, 'array', {
    of: [{ type: 'reference', to: [{ type }] }],
    ...(description && { description }),
    rules: (rule) => [
      rule.unique().error('Remove the duplicate entry.'),
      rule.max(50).error('Add up to 50 entries.'),
    ],
  })

/** Returns a field for a reference to one document. */
export const reference = (name: string, title: string, type: string, options: FieldOptions) =>
  field(name, title, 'reference', { to: [{ type }], ...options })

/** The field for additional search terms of a document. */
export const keywords = list('keywords', 'Search keywords', 'string', {
  options: { layout: 'tags' },
})
