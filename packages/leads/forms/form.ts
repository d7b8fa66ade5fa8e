import * as z from 'zod'
import { cleanEmail, cleanText } from '../clean-text.ts'
import type { CountedKeys, FormDescription, Option } from '../form-description.ts'
import type { Payload } from '../lead.ts'
import type { FieldError, FormValues } from './action-data.ts'
import type { WordKey } from './words.ts'

export type { Option }

/**
 * A form of the site, as `handleForm` uses it.
 *
 * Each form is one file in this folder, which calls `defineForm` with its options, messages, rules, and payload
 * (`waitlist.ts` is an example), and an entry in `forms.ts`.
 */
export interface LeadForm extends FormDescription {
  /** Kind of each field. `many`: a group of checkboxes. `one`: only the first submitted value counts. */
  fields: Readonly<Record<string, 'one' | 'many'>>
  /** Whether leads are delivered to the form endpoint. */
  delivered: boolean
  /** Path of the page after a successful submission. */
  confirmation: string
  /** Validates the entered values. Returns the payload or all errors. */
  check(values: FormValues): { payload: Payload } | FormErrors
  /** The fields that applicants can correct later. They have the same names in the payload. */
  correction?: Correction | undefined
}

/** The fields that applicants can correct, and how corrections are validated. */
interface Correction {
  fields: readonly string[]
  required: readonly string[]
  check(values: FormValues): { payload: Payload } | FormErrors
}

/** The errors of a submission: the first message in the order of the rules, and one error for each invalid field. */
export interface FormErrors {
  message: WordKey
  /**
   * One error for each invalid field. The field that `message` is about comes first. If `message` is the one for
   * missing fields, errors are in the order of the fields.
   */
  errors: readonly FieldError[]
}

/**
 * Creates a form from its rules. The keys of the rules are the field names, and their order is the order of errors on
 * the page. The form's message is the one of the first error; an error of the field `last` comes last. For a field or group that was not sent, rules get '' or []. Empty `required` fields are reported before other
 * errors, with one shared message and a message at each field. An unknown option counts as empty.
 */
export function defineForm<Rules extends z.ZodObject, Sent extends Payload>(form: {
  name: string
  delivered: boolean
  confirmation: string
  required: {
    message: WordKey
    /** Message at each required field, in the order of the form. */
    fields: Readonly<Partial<Record<keyof Rules['shape'] & string, WordKey>>>
  }
  rules: Rules
  last?: keyof Rules['shape'] & string
  payload: (values: z.output<Rules>) => Sent
  labels: Readonly<Record<Exclude<keyof Sent & string, 'type'>, string>>
  counted?: CountedKeys<keyof Sent & string>
  staffOnly?: readonly (keyof Sent & string)[]
  isApplication?: boolean
  correctable?: readonly (keyof Sent & keyof Rules['shape'] & string)[]
}): LeadForm {
  const { required, rules, last, payload, correctable, ...rest } = form
  const kinds = Object.entries(rules.shape).map(([name, rule]) => [
    name,
    rule instanceof z.ZodArray ? 'many' : 'one',
  ])
  return {
    ...rest,
    fields: Object.fromEntries(kinds),
    check(values) {
      const checked = validate(rules, required, values, last)
      return 'data' in checked ? { payload: payload(checked.data as z.output<Rules>) } : checked
    },
    correction: correctable && correctionOf(rules.shape, required, correctable),
  }
}

interface Required {
  message: WordKey
  fields: Readonly<Record<string, WordKey | undefined>>
}

/** Validates values. Returns the result of the rules, or all errors. */
function validate(
  rules: z.ZodObject,
  required: Required,
  values: FormValues,
  last?: string,
): { data: unknown } | FormErrors {
  const checked = rules.safeParse(values)
  const isLast = ({ path }: z.core.$ZodIssue) => Number(path[0] === last)
  const issues = checked.error?.issues.toSorted((a, b) => isLast(a) - isLast(b)) ?? []
  const missing = Object.entries(required.fields)
    .filter(
      ([name]) => isEmpty(values[name]) || issues.some((issue) => isUnknownOption(issue, name)),
    )
    .map(([field, message = required.message]) => {
      const issue = issues.find((issue) => isMalformed(issue, field))
      const malformed = issue && messageOf(issue)
      return { field, message, isMissing: true, ...(malformed && { malformed }) }
    })
  if (checked.success && missing.length === 0) return { data: checked.data }
  const [issue] = missing.length > 0 ? [] : issues
  const errors = firstOfEachField([...missing, ...issues.map(fieldError)])
  if (issue) return { message: messageOf(issue), errors }
  return { message: required.message, errors: inOrderOf(Object.keys(rules.shape), errors) }
}

function correctionOf(
  shape: z.ZodRawShape,
  { message, fields: requiredFields }: Required,
  fields: readonly string[],
): Correction {
  const pick = <Value>(from: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => fields.includes(name)))
  const rules = z.object(pick(shape))
  const required = { message, fields: pick(requiredFields) }
  return {
    fields,
    required: Object.keys(required.fields),
    check(values) {
      const checked = validate(rules, required, values)
      return 'data' in checked ? { payload: checked.data as Payload } : checked
    },
  }
}

const isEmpty = (value: FormValues[string] | undefined) => cleanText(String(value ?? '')) === ''

const isUnknownOption = ({ code, path }: z.core.$ZodIssue, name: string) =>
  code === 'invalid_value' && path[0] === name

/** Returns whether an issue is about a field's format. An empty value is never malformed. */
const isMalformed = ({ code, path }: z.core.$ZodIssue, name: string) =>
  code === 'invalid_format' && path[0] === name

/** Returns the message of an issue: the rules of forms have keys of words. */
const messageOf = ({ message }: z.core.$ZodIssue) => message as WordKey

function fieldError(issue: z.core.$ZodIssue): FieldError {
  const { code, path } = issue
  const maxLength = code === 'too_big' && { maxLength: Number(issue.maximum) }
  return { field: String(path[0]), message: messageOf(issue), ...maxLength }
}

const inOrderOf = (fields: readonly string[], errors: readonly FieldError[]) =>
  errors.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field))

function firstOfEachField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(
    ({ field }, index) => errors.findIndex((error) => error.field === field) === index,
  )
}

/** Returns a submitted value with LF line ends and without NUL, which many receivers cannot store. */
export const plainInput = (value: unknown): string =>
  String(value ?? '')
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')

/** Returns the message of a rule, as zod expects it. */
export const error = (message: WordKey) => ({ error: message })

/** Returns a rule for a text of at most `maxLength` characters, cleaned by `cleanText`. */
export const text = (maxLength: number, clean = cleanText) =>
  z.string().overwrite(clean).max(maxLength, error('tooLong'))

/**
 * Returns a rule for an email address that `<input type=email>` accepts (HTML, "valid email address"), after
 * cleaning.
 */
export const emailAddress = () =>
  text(254, cleanEmail).regex(z.regexes.html5Email, error('malformedEmail'))

/** Returns a rule for a single checkbox, as a boolean. A value such as `false`, sent by a program, is not consent. */
export const checkbox = () =>
  z.string().transform((value) => !/^(false|off|no|0)?$/i.test(cleanText(value)))

/** Returns the labels of fields whose name in the list of words and in the payload is the same. */
export const labelsOf = <Words extends Record<string, string>, Key extends keyof Words & string>(
  words: Words,
  keys: readonly Key[],
): Record<Key, string> =>
  Object.fromEntries(keys.map((key) => [key, words[key]])) as unknown as Record<Key, string>

/** Returns the labels of the chosen options, in the options' order. Ignores unknown values. */
export function labels(options: readonly Option[], chosen: readonly string[]): string[] {
  return options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
}
