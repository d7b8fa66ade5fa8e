import type { Payload } from '../../lead.ts'
import type { FormValues } from '../action-data.ts'
import type { LeadForm } from '../form.ts'

/** Returns a form's values: the given ones, and empty values for its other fields. For tests. */
export function formValues(
  { fields }: LeadForm,
  values: Readonly<Record<string, string | string[]>> = {},
): FormValues {
  const empty = (kind: 'one' | 'many') => (kind === 'many' ? [] : '')
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [name, values[name] ?? empty(kind)]),
  )
}

/**
 * Returns the payload that a form creates from these values.
 *
 * @throws Error when the form rejects them
 */
export function payloadOf(form: LeadForm, values: Parameters<typeof formValues>[1]): Payload {
  const checked = form.check(formValues(form, values))
  if ('payload' in checked) return checked.payload
  throw new Error(`${form.name}: ${JSON.stringify(checked.errors)}`)
}
