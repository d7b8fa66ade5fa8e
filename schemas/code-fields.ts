import type { SchemaTypeDefinition } from '@sanity/types'

/** A field of any type, or an item of a list. */
interface Field {
  name: string
  type: string
  options?: { list?: unknown; isCode?: boolean }
  fields?: Field[]
  of?: Field[]
}

/**
 * Returns the names of the fields whose strings the code compares, parses, or formats: choices, dates, and fields with
 * `options.isCode`. A name that another type has for a text is a text, unless a field has `isCode`.
 */
export function codeFields(types: readonly SchemaTypeDefinition[]): string[] {
  const fields = types.flatMap((type) => fieldsIn(type as unknown as Field))
  const named = (isWanted: (field: Field) => unknown) =>
    new Set(fields.filter(isWanted).map(({ name }) => name))
  const texts = named((field) => isText(field) && !field.options?.list)
  const choices = named(({ type, options }) => options?.list || /^date(time)?$/.test(type))
  const marked = named(({ options }) => options?.isCode)
  return [...new Set([...marked, ...[...choices].filter((name) => !texts.has(name))])].sort()
}

const isText = ({ type, of }: Field): boolean =>
  type === 'string' || type === 'text' || (type === 'array' && of?.[0]?.type === 'string')

/** Returns the fields of a type, and those of its fields and items. */
const fieldsIn = ({ fields = [], of = [] }: Partial<Field>): Field[] => [
  ...fields.flatMap((field) => [field, ...fieldsIn(field)]),
  ...of.flatMap(fieldsIn),
]
