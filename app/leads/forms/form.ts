import { z } from 'zod'
import type { Payload } from '../lead.ts'
import type { FormValues } from '../submit/action-data.ts'

/**
 * One of the site's forms, as `handleForm` sees it.
 *
 * A form is one file in this folder (`waitlist.ts` shows it: options, messages, rules, payload, put
 * together by `defineForm`), its place in `forms.ts`, and one route, whose action is
 * `formAction(theForm)` and whose component shows the fields with what lies in app/components/form.
 */
export interface LeadForm {
  /** How the store, the rate limit and staff call it. */
  name: string
  /** Field names. `many`: a group of checkboxes; of `one`, only the first value sent counts. */
  fields: Readonly<Record<string, 'one' | 'many'>>
  /** Whether leads are passed on to the form-collection endpoint. */
  delivered: boolean
  /** The page that says yes. */
  confirmation: string
  /** Checks what was entered: the payload, or the first thing wrong with it. */
  check(values: FormValues): { payload: Payload } | { message: string; field?: string }
}

/**
 * Puts a form together from its rules, whose keys are the field names and whose order is the order
 * in which mistakes are told. Rules get '' for a field and [] for a group that was not sent. That a
 * field in `required` is empty is told before any mistake, in the one message that they share.
 */
export function defineForm<Rules extends z.ZodObject>(form: {
  name: string
  delivered: boolean
  confirmation: string
  required: { fields: readonly (keyof Rules['shape'] & string)[]; message: string }
  rules: Rules
  payload: (values: z.output<Rules>) => Payload
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
      const missing = required.fields.find((name) => !String(values[name] ?? '').trim())
      if (missing) return { message: required.message, field: missing }
      const checked = rules.safeParse(values)
      if (checked.success) return { payload: payload(checked.data) }
      const [issue] = checked.error.issues
      return { message: issue?.message ?? 'Please check what you entered', field: field(issue) }
    },
  }
}

function field(issue: z.core.$ZodIssue | undefined): string | undefined {
  const [name] = issue?.path ?? []
  return typeof name === 'string' ? name : undefined
}

/**
 * A text of at most `longest` characters, spaces around it removed. `called` completes 'Please
 * shorten …'.
 */
export const text = (called: string, longest: number) =>
  z
    .string()
    .trim()
    .max(longest, { error: `Please shorten ${called} to ${longest} characters`, abort: true })

/** An e-mail address as `<input type=email>` takes it (HTML, "valid email address"). */
export const emailAddress = () =>
  text('your email address', 254).regex(z.regexes.html5Email, 'Please enter a valid email address')

/** A checkbox by itself, as a boolean. A program's `false` is no consent. */
export const checkbox = () =>
  z.string().transform((value) => !/^(false|off|no|0)?$/i.test(value.trim()))

/** One of the options of a form: what it sends, and what it says. */
export interface Option {
  value: string
  label: string
}

/** The labels of what was chosen, in the options' order; an unknown value has none. */
export function labels(options: readonly Option[], chosen: readonly string[]): string[] {
  return options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
}
