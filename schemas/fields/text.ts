import { defineField } from '@sanity/types'

interface TextOptions {
  description?: string
  optional?: boolean
  initialValue?: string
  rows?: number
}

/** A field for one line of words, required unless `optional`. */
export function line(name: string, title: string, options: TextOptions = {}) {
  const { optional, rows: _, ...rest } = options
  return defineField({
    name,
    title,
    type: 'string',
    ...rest,
    validation: (rule) => (optional ? rule : rule.required().error(`${title} is missing.`)),
  })
}

/** A field for plain paragraphs without formatting, required unless `optional`. */
export function paragraph(name: string, title: string, options: TextOptions = {}) {
  const { optional, rows = 3, ...rest } = options
  return defineField({
    name,
    title,
    type: 'text',
    rows,
    ...rest,
    validation: (rule) => (optional ? rule : rule.required().error(`${title} is missing.`)),
  })
}

/** A field for a short text in which commissions, programme facts and site facts are inserted. */
export function textWithFacts(name: string, title: string, options: TextOptions = {}) {
  const { description = 'Insert figures from the + menu, so that they are written once.' } = options
  return defineField({
    name,
    title,
    type: 'shortText',
    description,
    validation: (rule) => (options.optional ? rule : rule.required().error(`${title} is missing.`)),
  })
}
