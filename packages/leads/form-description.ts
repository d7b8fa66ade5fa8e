/** An option of a form: the value that is sent and the label that is shown. */
export interface Option {
  value: string
  label: string
}

/**
 * Describes a form to staff and operators. It is plain data, so that it can be sent to another process. The code that
 * opens leads passes it in, because nothing that works with leads imports the forms.
 */
export interface FormDescription {
  /** Name of the form in the store, the rate limit, and the Leads tool. */
  name: string
  /** Labels for staff by key of the payload, in the form's order. */
  labels: Readonly<Record<string, string>>
  /** Keys of the payload that charts count leads by. */
  counted?: CountedKeys | undefined
  /** Keys of the payload that only staff see: they are stored, and never sent to the form endpoint. */
  staffOnly?: readonly string[] | undefined
  /** Whether submissions are applications, which are confirmed by mail. Others only get a receipt. Default: true. */
  isApplication?: boolean | undefined
}

/** Keys of a payload that charts count leads by. */
export interface CountedKeys<Key extends string = string> {
  city?: Key
  /** A key whose value consists of labels of options, joined by `, `. */
  interests?: Choices<Key>
  services?: Choices<Key>
  /**
   * A key whose value is the value or label of an option. Text that the applicant typed counts as the last option.
   */
  businessTypes?: Choices<Key>
}

/** A key of the payload and its options. */
interface Choices<Key extends string> {
  key: Key
  options: readonly Option[]
}

/** Returns the label for staff of a payload's key, or the key itself if the form has no such field. */
export function labelOf(forms: readonly FormDescription[], form: string, key: string): string {
  const labels = forms.find(({ name }) => name === form)?.labels ?? {}
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key
}
