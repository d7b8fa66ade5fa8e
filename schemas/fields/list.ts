import { defineArrayMember, defineField, type SanityDocument } from '@sanity/types'

/** The fewest and the most entries of a list. */
type Bounds = readonly [number, number]

interface ListOptions {
  description?: string
  /** How many entries the page has room for; a list that was never begun passes. */
  length?: Bounds | ((document: SanityDocument | undefined) => Bounds)
}

/** A field for an ordered list of objects of one type. */
export function list(name: string, title: string, type: string, options: ListOptions = {}) {
  const { description, length } = options
  return defineField({
    name,
    title,
    type: 'array',
    of: [defineArrayMember({ type })],
    ...(description ? { description } : {}),
    validation: (rule) =>
      rule.custom<unknown[]>((value, { document }) => {
        if (!length || !value) return true
        const [least, most] = typeof length === 'function' ? length(document) : length
        if (value.length >= least && value.length <= most) return true
        return `${title}: ${least === most ? `exactly ${least}` : `${least} to ${most}`}. There ${value.length === 1 ? 'is' : 'are'} ${value.length}.`
      }),
  })
}

/** A field for an ordered list of references, each document at most once. */
export function references(name: string, title: string, type: string, description?: string) {
  return defineField({
    name,
    title,
    type: 'array',
    of: [defineArrayMember({ type: 'reference', to: [{ type }] })],
    ...(description ? { description } : {}),
    validation: (rule) => rule.unique().error('One of these is in the list twice.'),
  })
}
