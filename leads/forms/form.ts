import * as z from 'zod'
import { cleanEmail, cleanText } from '../clean-text.ts'
import type { CountedKeys, FormDescription, Option } from '../form-description.ts'
import type { Payload } from '../lead.ts'
import type { FieldError, FormValues } from './action-data.ts'

export type { Option }

/**
 * One of the site's forms, as `handleForm` sees it.
 *
 * In this folder a form is one file (`waitlist.ts` shows it: options, messages, rules, payload, put
 * together by `defineForm`) and its place in `forms.ts`. Its pages, its view and what else belongs to it are
 * in the README under 'A form'.
 */
export interface LeadForm extends FormDescription {
  /** Field names. `many`: a group of checkboxes; of `one`, only the first value sent counts. */
  fields: Readonly<Record<string, 'one' | 'many'>>
  /** Whether leads are passed on to the form-collection endpoint. */
  delivered: boolean
  /** The page that says yes. */
  confirmation: string
  /** Checks what was entered: the payload, or all that is wrong with it. */
  check(values: FormValues): { payload: Payload } | Refusal
}

/** What is wrong: the first message in the order of the rules, and what to say at each field. */
interface Refusal {
  message: string
  /**
   * One for each wrong field. That of the message comes first; with the message that missing fields share,
   * all are in the order of the fields.
   */
  errors: readonly FieldError[]
}

/**
 * Puts a form together from its rules, whose keys are the field names and whose order is the order
 * in which mistakes are told. Rules get '' for a field and [] for a group that was not sent. That
 * fields in `required` are empty is told before any mistake, in the one message that they share, and
 * at each of them in words of its own. An option that is none counts as empty.
 */
export function defineForm<Rules extends z.ZodObject, Sent extends Payload>(form: {
  name: string
  delivered: boolean
  confirmation: string
  required: {
    message: string
    /** What to say at each of them, in the order of the form. */
    fields: Readonly<Partial<Record<keyof Rules['shape'] & string, string>>>
  }
  rules: Rules
  payload: (values: z.output<Rules>) => Sent
  labels: Readonly<Record<Exclude<keyof Sent & string, 'type'>, string>>
  counted?: CountedKeys<keyof Sent & string>
}): LeadForm {
  const { required, rules, payload, ...rest } = form
  const kinds = Object.entries(rules.shape).map(([name, rule]) => [
    name,
    rule instanceof z.ZodArray ? 'many' : 'one',
  ])
  return {
    ...rest,
    fields: Object.fromEntries(kinds),
    check(values) {
      const checked = rules.safeParse(values)
      const issues = checked.error?.issues ?? []
      const missing = Object.entries<string | undefined>(required.fields)
        .filter(
          ([name]) => isEmpty(values[name]) || issues.some((issue) => isNoOption(issue, name)),
        )
        .map(([field, message = required.message]) => {
          const malformed = issues.find((issue) => isMalformed(issue, field))?.message
          return { field, message, isMissing: true, ...(malformed && { malformed }) }
        })
      if (checked.success && missing.length === 0) return { payload: payload(checked.data) }
      const [issue] = missing.length > 0 ? [] : issues
      const errors = firstOfEachField([...missing, ...issues.map(fieldError)])
      if (issue) return { message: issue.message, errors }
      return { message: required.message, errors: inOrderOf(Object.keys(rules.shape), errors) }
    },
  }
}

const isEmpty = (value: FormValues[string] | undefined) => cleanText(String(value ?? '')) === ''

const isNoOption = ({ code, path }: z.core.$ZodIssue, name: string) =>
  code === 'invalid_value' && path[0] === name

/** Nothing at all is not of a field's form, either. */
const isMalformed = ({ code, path }: z.core.$ZodIssue, name: string) =>
  code === 'invalid_format' && path[0] === name

function fieldError({ code, path, message }: z.core.$ZodIssue): FieldError {
  return { field: String(path[0]), message, ...(code === 'too_big' && { isTooLong: true }) }
}

const inOrderOf = (fields: readonly string[], errors: readonly FieldError[]) =>
  errors.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field))

function firstOfEachField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(
    ({ field }, index) => errors.findIndex((error) => error.field === field) === index,
  )
}

/** A text of at most `longest` characters, cleaned by `cleanText`. `called` completes 'Please shorten …'. */
export const text = (called: string, longest: number, clean = cleanText) =>
  z.string().overwrite(clean).max(longest, `Please shorten ${called} to ${longest} characters`)

const malformedEmail = 'Please enter a valid email address, like name@example.com'

/** An email address, cleaned, as `<input type=email>` accepts it (HTML, "valid email address"). */
export const emailAddress = () =>
  text('your email address', 254, cleanEmail).regex(z.regexes.html5Email, malformedEmail)

/** A checkbox by itself, as a boolean. A program's `false` is no consent. */
export const checkbox = () =>
  z.string().transform((value) => !/^(false|off|no|0)?$/i.test(cleanText(value)))

/** The labels of what was chosen, in the options' order; an unknown value has none. */
export function labels(options: readonly Option[], chosen: readonly string[]): string[] {
  return options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
}
