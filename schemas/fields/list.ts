import { defineArrayMember, defineField } from '@sanity/types'

interface ListOptions {
  description?: string
  /** The exact number of entries that the page has room for. */
  length?: number
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
      length === undefined ? rule : rule.length(length).error(`${title}: exactly ${length}.`),
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
