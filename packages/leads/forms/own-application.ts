import { jsonRecord } from '../json-record.ts'
import type { Payload } from '../lead.ts'
import type { FormValues } from './action-data.ts'
import { type FormErrors, plainInput } from './form.ts'
import { leadForms } from './forms.ts'
import { businessTypeOptions, sellScopeOptions } from './onboarding.ts'
import { formWords } from './words.ts'

/** An application as the applicant sees it. */
export interface OwnApplication {
  id: string
  kind: 'waitlist' | 'onboarding' | 'affiliate' | 'contact'
  /** When it was sent, in ISO 8601. */
  sentAt: string
  /** The decision that the person got a message about. */
  decision: 'accepted' | 'declined' | undefined
  /** The fields that were filled in. */
  fields: readonly { key: string; label: string; value: string }[]
  /** The fields that can be corrected. */
  correctable: readonly { key: string; label: string; value: string; isRequired: boolean }[]
}

const formOf = (name: string) => leadForms.find((form) => form.name === name)

/** Labels that the list of the form's own words lacks, or words in another way. */
const ownLabels: Readonly<Record<string, string>> = formWords.sent

const options = [...businessTypeOptions, ...sellScopeOptions]

/** Returns a stored application as the applicant sees it. */
export function ownApplication(stored: {
  id: string
  form: string
  createdAt: string
  payload: string
  decision: OwnApplication['decision']
}): OwnApplication {
  const { id, form: name, createdAt, decision } = stored
  const form = formOf(name)
  const values = jsonRecord(stored.payload)
  const { fields = [], required = [] } = form?.correction ?? {}
  const kind = name.startsWith('affiliate') ? 'affiliate' : (name as OwnApplication['kind'])
  return {
    ...{ id, kind, sentAt: createdAt, decision },
    fields: ownAnswers(name, values),
    correctable: fields.map((key) => ({
      ...{ key, label: labelOf(form, key), value: String(values[key] ?? '') },
      isRequired: required.includes(key),
    })),
  }
}

/** Returns the fields of a payload that were filled in, as the applicant sees them. */
export function ownAnswers(
  form: string,
  payload: Readonly<Record<string, unknown>>,
): OwnApplication['fields'] {
  return Object.entries(payload)
    .filter(([key, value]) => key !== 'type' && value !== '' && value !== false)
    .map(([key, value]) => ({ key, label: labelOf(formOf(form), key), value: textOf(key, value) }))
}

const labelOf = (form: ReturnType<typeof formOf>, key: string): string =>
  ownLabels[key] ?? wordsOf(form)[key] ?? form?.labels[key] ?? key

/** Returns the words of a form. All affiliate programs have the same. */
const wordsOf = (form: ReturnType<typeof formOf>): Readonly<Record<string, string | undefined>> =>
  formWords[form?.name.replace(/-.*/, '') as keyof typeof formWords] ?? {}

function textOf(key: string, value: unknown): string {
  if (value === true) return formWords.sent.yes
  const isOption = key === 'business_type' || key === 'sell_scope'
  const option = isOption ? options.find((one) => one.value === value) : undefined
  return option?.label ?? String(value)
}

/** Validates the correction of an application by its form's rules. Ignores all fields that cannot be corrected. */
export function checkCorrection(
  application: { form: string },
  given: Pick<URLSearchParams, 'get'> | FormData,
): { values: FormValues } & ({ payload: Payload } | FormErrors) {
  const { correction } = formOf(application.form) ?? {}
  const values = Object.fromEntries(
    (correction?.fields ?? []).map((key) => [key, plainInput(given.get(key))]),
  )
  return { values, ...(correction?.check(values) ?? { payload: {} }) }
}
