import type { FormDescription, Option } from '../../form-description.ts'

/** Labels of the options that a lead's applicant chose. */
export interface Topics {
  interests: string[]
  services: string[]
  /** An option of the form. Types that applicants typed themselves count as the last option, `Other`. */
  businessTypes: string[]
}

/**
 * Returns the topics of a payload, from the keys that the forms declare. Interests and services are labels joined by
 * `, `. A business type is an option's value or the applicant's own text.
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

/** Returns the label of a business type. Applicants may also type a label, or choose `Other` and type nothing. */
function optionOf(text: string, options: readonly Option[]): string[] {
  const written = text.trim().toLowerCase()
  const option = options.find(({ value, label }) => [value, label.toLowerCase()].includes(written))
  return [(option ?? options.at(-1))?.label ?? '']
}

/** Splits a list of labels. A label may contain `, ` itself, so the list is matched against the known labels. */
function listed(list: string, options: readonly Option[]): string[] {
  const found: string[] = []
  for (let rest = list; rest !== ''; ) {
    const label = options
      .map((option) => option.label)
      .filter((one) => rest === one || rest.startsWith(`${one}, `))
      .sort((one, another) => another.length - one.length)[0]
    if (label && !found.includes(label)) found.push(label)
    // Skips a label that is not an option any more.
    const end = label ? label.length : rest.indexOf(', ')
    rest = end < 0 ? '' : rest.slice(end).replace(/^, /, '')
  }
  return found
}
