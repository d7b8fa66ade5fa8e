import type {
  ConditionalPropertyCallbackContext,
  FieldDefinition,
  Rule,
  SchemaTypeDefinition,
  ValidationContext,
} from '@sanity/types'
import { isTranslation } from './language.ts'

export interface FieldOptions {
  description?: string
  /** The error for an empty field. If absent or false, the field is optional. */
  required?: string | false
  /** Returns more validation rules. */
  rules?: (rule: Rule) => Rule[]
  /** Whether all languages share the value. Only the original has it: translations hide the field. */
  shared?: boolean
  /** Sanity's settings for a field of this type. `options.isCode` marks a string that is not a text; see `codeFields`. */
  [setting: string]: unknown
}

/** Returns a field of any type. */
export function field(
  name: string,
  title: string,
  type: string,
  { required, rules, shared, ...settings }: FieldOptions = {},
): FieldDefinition {
  const requiredRules = (rule: Rule, message: string) =>
    shared
      ? // The type generator sees the first rule. Lists and numbers can't have rules that depend on the document.
        [
          rule.required().optional(),
          rule.custom((value, context) => checkShared(value, context, message)),
        ]
      : [rule.required().error(message)]
  const allRules = (rule: Rule) => [
    ...(required ? requiredRules(rule, required) : []),
    ...(rules?.(rule) ?? []),
  ]
  const validation = (required || rules) && allRules
  return {
    ...{ name, title, type, ...settings },
    ...(shared && onlyInOriginal(settings)),
    ...(validation && { validation }),
  } as FieldDefinition
}

/** Checks that an original has a value that its translations share. */
function checkShared(value: unknown, { document }: ValidationContext, message: string) {
  if (isTranslation(document)) return true
  const { _type, _ref, current } = (value ?? {}) as Record<string, unknown>
  const isEmpty =
    value == null ||
    value === '' ||
    (_type === 'reference' && !_ref) ||
    (_type === 'slug' && !current)
  return isEmpty ? message : true
}

/** Returns the settings of a field that translations hide. New translations don't copy it. */
function onlyInOriginal({ hidden, options }: FieldOptions) {
  return {
    hidden: (context: ConditionalPropertyCallbackContext) =>
      isTranslation(context.document) ||
      Boolean(typeof hidden === 'function' ? hidden(context) : hidden),
    options: { ...(options as object), documentInternationalization: { exclude: true } },
  }
}

export interface TextOptions extends FieldOptions {
  optional?: boolean
}

/** Returns a function that creates text fields. They are required unless `optional` is set. */
const text =
  (type: string, defaults: FieldOptions = {}) =>
  (name: string, title: string, { optional, ...options }: TextOptions = {}) =>
    field(name, title, type, {
      ...defaults,
      required: !optional && `${title} is required.`,
      ...options,
    })

/** Returns a field for one line of text. */
export const line = text('string')

/** Returns a field for plain paragraphs without formatting. */
export const paragraph = text('text', { rows: 3 })

/** Returns a field for a short text with inserted facts: commissions, program facts, and site facts. */
export const textWithFacts = text('shortText', {
  description: 'Use the + menu to insert facts. They update automatically.',
})

/** Returns a field for a choice from a list of values. */
export const choice = (name: string, title: string, list: unknown[], options: FieldOptions = {}) =>
  field(name, title, 'string', {
    ...options,
    options: { list, ...(options.options as object | undefined) },
  })

/** Returns a field for a switch that is off by default. */
export const toggle = (name: string, title: string, options: FieldOptions = {}) =>
  field(name, title, 'boolean', { initialValue: false, ...options })

/** Returns a field for a document's position among the documents of its type. */
export const position = (title: string, description?: string) =>
  field('order', title, 'number', {
    ...(description && { description }),
    required: 'Position is required.',
    shared: true,
    rules: (rule) => [rule.integer().positive()],
  })

/** The Studio's sort order for documents that have a position. */
export const byPosition = [
  { title: 'Position', name: 'order', by: [{ field: 'order', direction: 'asc' as const }] },
]

/** The names of the fields that a preview shows as title, subtitle, and image. */
type Preview = { title: string; subtitle?: string; media?: string }

interface TypeOptions {
  /** The fields that lists show. */
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

/** Returns an object type. Objects are parts of documents. */
export const object = typeOf('object')

/** Returns a document type. */
export const document = typeOf('document')

/** Returns the fields, assigned to the tab of the given group. */
export const inGroup = (group: string, fields: FieldDefinition[]): FieldDefinition[] =>
  fields.map((one) => ({ ...one, group }))

/** The field for the text and image in search results and shared links. */
export const seoField = field('seo', 'Search and sharing', 'seo')

/** The field for the next steps, shown after a form is submitted. */
export const nextStepsField = field('next', 'What happens next', 'nextSteps')

/**
 * Returns a document type for pages. The first tab has the page's own fields, the second the search and sharing
 * fields. By default, lists show the title of the type: it suits types with a single page.
 */
export const page = (
  name: string,
  title: string,
  fields: FieldDefinition[],
  // The Studio's search lists matches in the field that the preview selects as `title` first.
  options: TypeOptions = { preview: { select: { title: 'title' }, prepare: () => ({ title }) } },
) =>
  document(name, title, [...inGroup('content', fields), ...inGroup('search', [seoField])], {
    groups: [
      { name: 'content', title: 'Page', default: true },
      { name: 'search', title: 'Search and sharing' },
    ],
    ...options,
  })
