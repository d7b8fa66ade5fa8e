import type { FieldDefinition, Rule, SchemaTypeDefinition } from '@sanity/types'

export interface FieldOptions {
  description?: string
  /** The message where the field is empty; without one it may be. */
  required?: string | false
  /** Further rules. */
  rules?: (rule: Rule) => Rule[]
  /** Sanity's own settings of a field of its type. */
  [setting: string]: unknown
}

/** Returns a field of any type. */
export function field(
  name: string,
  title: string,
  type: string,
  { required, rules, ...settings }: FieldOptions = {},
): FieldDefinition {
  const validation = (rule: Rule) => [
    ...(required ? [rule.required().error(required)] : []),
    ...(rules?.(rule) ?? []),
  ]
  const isChecked = Boolean(required || rules)
  return { name, title, type, ...settings, ...(isChecked && { validation }) } as FieldDefinition
}

export interface TextOptions extends FieldOptions {
  optional?: boolean
}

/** Returns a field that has to be filled in unless it is `optional`. */
const text =
  (type: string, defaults: FieldOptions = {}) =>
  (name: string, title: string, { optional, ...options }: TextOptions = {}) =>
    field(name, title, type, {
      ...defaults,
      required: !optional && `${title} is missing.`,
      ...options,
    })

/** Returns a field for one line of words. */
export const line = text('string')

/** Returns a field for plain paragraphs without formatting. */
export const paragraph = text('text', { rows: 3 })

/** Returns a field for a short text in which commissions, program facts, and site facts are inserted. */
export const textWithFacts = text('shortText', {
  description: 'Insert figures from the + menu, so that they are written once.',
})

/** Returns a field for one of several values. */
export const choice = (name: string, title: string, list: unknown[], options: FieldOptions = {}) =>
  field(name, title, 'string', {
    ...options,
    options: { list, ...(options.options as object | undefined) },
  })

/** Returns a field for a switch that is off at first. */
export const toggle = (name: string, title: string, options: FieldOptions = {}) =>
  field(name, title, 'boolean', { initialValue: false, ...options })

/** Returns the field for a document's position among others of its type. */
export const position = (title: string, required: string, description?: string) =>
  field('order', title, 'number', {
    ...(description && { description }),
    required,
    rules: (rule) => [rule.integer().positive()],
  })

/** The order of documents that have a position. */
export const byPosition = [
  { title: 'Position', name: 'order', by: [{ field: 'order', direction: 'asc' as const }] },
]

/** The fields of one type that are documents' or objects' preview, by what they are shown as. */
type Preview = { title: string; subtitle?: string; media?: string }

interface TypeOptions {
  /** What a list shows of it. */
  shown?: Preview
  [setting: string]: unknown
}

const typeOf =
  (type: string) =>
  (name: string, title: string, fields: FieldDefinition[], options: TypeOptions = {}) => {
    const { shown, ...settings } = options
    const preview = shown && { preview: { select: shown } }
    return { name, title, type, fields, ...preview, ...settings } as SchemaTypeDefinition
  }

/** Returns a type of objects, which are parts of documents. */
export const object = typeOf('object')

/** Returns a type of documents. */
export const document = typeOf('document')

/** Puts fields on the tab of the given group. */
export const inGroup = (group: string, fields: FieldDefinition[]): FieldDefinition[] =>
  fields.map((one) => ({ ...one, group }))

/** What search engines and shared links show of a page. */
export const seoField = field('seo', 'Search and sharing', 'seo')

/** The further fields of a page that says that a form has arrived. */
export const nextStepsField = field('next', 'What happens next', 'nextSteps')

/**
 * Returns a type of documents that are pages: their own fields on the first tab, what search engines show on the
 * second. A list shows the type's title, unless there are several such pages.
 */
export const page = (
  name: string,
  title: string,
  fields: FieldDefinition[],
  options: TypeOptions = { preview: { prepare: () => ({ title }) } },
) =>
  document(name, title, [...inGroup('content', fields), ...inGroup('search', [seoField])], {
    groups: [
      { name: 'content', title: 'Page', default: true },
      { name: 'search', title: 'Search and sharing' },
    ],
    ...options,
  })
