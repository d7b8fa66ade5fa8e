import { jsonRecord } from '../json-record.ts'
import type { Payload } from '../lead.ts'
import { type FormValues, type OwnAnswer, optionKey } from './action-data.ts'
import { affiliateApplications } from './affiliate.ts'
import { businessTypeOptions } from './business-types.ts'
import { type FormErrors, type Option, plainInput } from './form.ts'
import { leadForms } from './forms.ts'
import { sellScopeOptions, serviceOptions } from './onboarding.ts'
import { interestOptions } from './waitlist.ts'

/** An application as the applicant sees it. */
export interface OwnApplication {
  id: string
  kind: 'waitlist' | 'onboarding' | 'affiliate' | 'contact'
  /** When it was sent, in ISO 8601. */
  sentAt: string
  /** The decision that the person got a message about. */
  decision: 'accepted' | 'declined' | undefined
  /** The fields that were filled in. */
  fields: readonly OwnAnswer[]
  /** The fields that can be corrected. */
  correctable: readonly { key: string; value: string; isRequired: boolean }[]
}

const formOf = (name: string) => leadForms.find((form) => form.name === name)

/** Fields whose stored value is the value of an option, and fields with the labels of several options. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  business_type: businessTypeOptions.map(({ value }) => value),
  sell_scope: sellScopeOptions.map(({ value }) => value),
  program: [...affiliateApplications.keys()],
}
const labeledOptionsOf: Readonly<Record<string, readonly Option[]>> = {
  interests: interestOptions,
  services_offered: serviceOptions,
}

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
    fields: ownAnswers(values),
    correctable: fields.map((key) => ({
      ...{ key, value: String(values[key] ?? '') },
      isRequired: required.includes(key),
    })),
  }
}

/** Returns the fields of a payload that were filled in, as the applicant sees them. */
export function ownAnswers(payload: Readonly<Record<string, unknown>>): readonly OwnAnswer[] {
  return Object.entries(payload)
    .filter(([key, value]) => key !== 'type' && value !== '' && value !== false)
    .map(([key, value]) => ({ key, ...answerOf(key, value) }))
}

function answerOf(key: string, value: unknown): Omit<OwnAnswer, 'key'> {
  if (value === true) return { selected: ['yes'], text: '' }
  let text = String(value)
  if (optionsOf[key]?.includes(text)) return { selected: [optionKey(text)], text: '' }
  const selected: string[] = []
  // Stored in the order of the options. A label may contain a comma.
  for (const option of labeledOptionsOf[key] ?? []) {
    if (!`${text}, `.startsWith(`${option.label}, `)) continue
    selected.push(optionKey(option.value))
    text = text.slice(option.label.length + 2)
  }
  return { selected, text }
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
