// What a form's page and its action tell each other. The browser loads this file.

/** What a form's page is told after a submission that did not succeed. */
export interface ActionData {
  /** What is wrong, in one sentence. */
  message: string
  /** Every wrong field, one that the message is about by itself first; absent when none is at fault. */
  errors?: readonly FieldError[]
  /** What was entered, as it was entered; absent when it could not be read. */
  values?: FormValues
}

/** What is wrong with one field. */
export interface FieldError {
  field: string
  /** What stands at the field. */
  message: string
  /** A required field that is empty; the form's message may speak of several at once. */
  isMissing?: boolean
  /** What to say of such a field once something is there that is not of its form. */
  malformed?: string
  /** More than the field takes: whether it is short enough only the server tells. */
  isTooLong?: boolean
}

/** What was entered into the fields of a form; a group of checkboxes is a list. */
export type FormValues = Record<string, string | string[]>

/** The lead could not be passed on or stored, or the network failed. */
export const somethingWentWrong = 'Something went wrong. Please try again.'

/** No person sees this field; a program that fills it in sends spam. Nobody has to send it. */
export const honeypotField = 'homepage'

/** The hidden field that the page's script fills in: how the visitor came, as an address's parameters. */
export const firstTouchField = 'first_touch'
