import type { SanityDocument } from '@sanity/types'
import { type FieldOptions, field } from './field.ts'

/** The fewest and the most entries of a list. */
type Bounds = readonly [number, number]

interface ListOptions extends FieldOptions {
  /** How many entries the page has room for; a list that was never begun passes. */
  length?: Bounds | ((document: SanityDocument | undefined) => Bounds)
}

/** Returns a field for an ordered list of values or objects of one type. */
export function list(
  name: string,
  title: string,
  type: string,
  { length, ...options }: ListOptions = {},
) {
  const checkLength = (value: unknown[] | undefined, document: SanityDocument | undefined) => {
    if (!length || !value) return true
    const [least, most] = typeof length === 'function' ? length(document) : length
    if (value.length >= least && value.length <= most) return true
    return `${title}: ${least === most ? `exactly ${least}` : `${least} to ${most}`}. There ${value.length === 1 ? 'is' : 'are'} ${value.length}.`
  }
  return field(name, title, 'array', {
    of: [{ type }],
    ...(length && {
      rules: (rule) => [
        rule.custom<unknown[]>((value, { document }) => checkLength(value, document)),
      ],
    }),
    ...options,
  })
}

/** Returns a field for an ordered list of references, each document at most once. */
export const references = (name: string, title: string, type: string, description?: string) =>
  field(name, title, 'array', {
    of: [{ type: 'reference', to: [{ type }] }],
    ...(description && { description }),
    rules: (rule) => [rule.unique().error('One of these is in the list twice.')],
  })

/** Returns a field for a reference to one document. */
export const reference = (name: string, title: string, type: string, options: FieldOptions) =>
  field(name, title, 'reference', { to: [{ type }], ...options })

/** The field for words that a search finds a document by. */
export const keywords = list('keywords', 'Other words people search for', 'string', {
  options: { layout: 'tags' },
})
