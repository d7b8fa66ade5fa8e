import type { FormDescription, Option } from '../../../form-description.ts'

/** What was chosen in a lead, by its label. */
export interface Topics {
  interests: string[]
  services: string[]
  /** One of the form's; whatever applicants call it themselves counts as its last, `Other`. */
  businessTypes: string[]
}

/**
 * Reads the topics of a payload at the keys that the forms declare. Interests and services are labels joined by
 * `, `; a business type is an option's value, or the applicant's own words.
 */
export function topicsOf(
  payload: Readonly<Record<string, unknown>>,
  forms: readonly FormDescription[],
): Topics {
  const read = (
    topic: keyof Topics,
    chosen: (text: string, options: readonly Option[]) => string[],
  ) =>
    forms.flatMap(({ counted }) => {
      const { key, options } = counted?.[topic] ?? {}
      const entered = key && payload[key]
      return typeof entered === 'string' && options ? chosen(entered, options) : []
    })
  return {
    interests: read('interests', listed),
    services: read('services', listed),
    businessTypes: read('businessTypes', optionOf),
  }
}

/** Applicants may write a label as their own words, or, having chosen `Other`, nothing. */
function optionOf(text: string, options: readonly Option[]): string[] {
  const written = text.trim().toLowerCase()
  const option = options.find(({ value, label }) => [value, label.toLowerCase()].includes(written))
  return [(option ?? options.at(-1))?.label ?? '']
}

/** A label may itself contain `, `: the list is taken apart by the labels that there are. */
function listed(list: string, options: readonly Option[]): string[] {
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
