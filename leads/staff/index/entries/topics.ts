import type { Option } from '../../../forms/form.ts'
import { businessTypeOptions, serviceOptions } from '../../../forms/onboarding.ts'
import { interestOptions } from '../../../forms/waitlist.ts'

/** What was chosen in a lead, by its label. */
export interface Topics {
  interests: string[]
  services: string[]
  /** One of the form's; whatever applicants call it themselves counts as its last, `Other`. */
  businessTypes: string[]
}

const other = businessTypeOptions.at(-1)?.label ?? ''

/**
 * Reads the topics of a payload. Interests and services are labels joined by `, `; a business type is an
 * option's value, or the applicant's own words.
 */
export function topicsOf(payload: Readonly<Record<string, unknown>>): Topics {
  return {
    interests: chosen(payload.interests, interestOptions),
    services: chosen(payload.services_offered, serviceOptions),
    businessTypes: businessTypesOf(payload.business_type),
  }
}

/** Applicants may write a label as their own words, or, having chosen `Other`, nothing. */
function businessTypesOf(type: unknown): string[] {
  if (typeof type !== 'string') return []
  const written = type.trim().toLowerCase()
  const option = businessTypeOptions.find(({ value, label }) =>
    [value, label.toLowerCase()].includes(written),
  )
  return [option?.label ?? other]
}

/** A label may itself contain `, `: the list is taken apart by the labels that there are. */
function chosen(list: unknown, options: readonly Option[]): string[] {
  if (typeof list !== 'string') return []
  const found: string[] = []
  for (let rest = list; rest !== ''; ) {
    const label = options
      .map((option) => option.label)
      .filter((one) => rest === one || rest.startsWith(`${one}, `))
      .sort((one, another) => another.length - one.length)[0]
    if (label && !found.includes(label)) found.push(label)
    // What is none of them any more is passed over.
    const end = label ? label.length : rest.indexOf(', ')
    rest = end < 0 ? '' : rest.slice(end).replace(/^, /, '')
  }
  return found
}
