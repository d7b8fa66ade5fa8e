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

/** Reads them from a payload, in which a list is its labels joined by `, `. */
export function topicsOf(payload: Readonly<Record<string, unknown>>): Topics {
  const type = payload.business_type
  const isKnown = businessTypeOptions.some(({ label }) => label === type)
  return {
    interests: chosen(payload.interests, interestOptions),
    services: chosen(payload.services_offered, serviceOptions),
    businessTypes: typeof type === 'string' && type !== '' ? [isKnown ? type : other] : [],
  }
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
