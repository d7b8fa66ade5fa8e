/** One of the options of a form: what it sends, and what it says. */
export interface Option {
  value: string
  label: string
}

/**
 * What staff and operators need to know of a form. It is plain data, so that it can be sent to another process, and
 * is handed in where leads are opened: nothing that works with leads imports the forms.
 */
export interface FormDescription {
  /** How the store, the rate limit, and staff call it. */
  name: string
  /** What staff read at each key of the payload, in the form's order. */
  labels: Readonly<Record<string, string>>
  /** The keys of the payload that charts count leads by. */
  counted?: CountedKeys | undefined
}

/** Keys of a payload that charts count leads by. */
export interface CountedKeys<Key extends string = string> {
  city?: Key
  /** Labels of options, joined by `, `. */
  interests?: Choices<Key>
  services?: Choices<Key>
  /** The value or the label of an option; the applicant's own words count as the last option. */
  businessTypes?: Choices<Key>
}

/** What can be chosen at a key of the payload. */
interface Choices<Key extends string> {
  key: Key
  options: readonly Option[]
}

/** Returns what staff read at a key of a form's payload; the key itself where the form has no such field. */
export function labelOf(forms: readonly FormDescription[], form: string, key: string): string {
  const labels = forms.find(({ name }) => name === form)?.labels ?? {}
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key
}
