import type { WordKey } from './words.ts'

// Types and names that a form's page and its action share. This file is part of the browser's bundle.

/**
 * The action's response to a submission that did not succeed. Its messages are keys of words, which the page shows in
 * its language.
 */
export interface ActionData<Message extends string = WordKey | ''> {
  /** The error, in one sentence; '' without an error. */
  message: Message
  /** After too many submissions: the time to wait, in minutes. */
  minutes?: number
  /** Every invalid field; the field that `message` is about comes first. Absent when no field is invalid. */
  errors?: readonly FieldError<Message>[]
  /** Values as the visitor entered them; absent when the body could not be read. */
  values?: FormValues
  /** The step of the button that was used, if the form was not sent. */
  step?: FormStep
  /** For `check`: the answers that would be sent. */
  checked?: readonly OwnAnswer[]
}

/** An answer in any language: the field's name is the key of its label, in the group `sent` or the form's group. */
export interface OwnAnswer {
  key: string
  /** The keys of the words for what the person selected. */
  selected: readonly string[]
  /** The person's own text, or the labels of options that the form no longer has; '' without text. */
  text: string
}

/**
 * The value of `stepField` for buttons that do not send a form. `fill` opens the form with the given values, valid
 * or not. `check` shows the answers of a valid form once more.
 */
export type FormStep = 'fill' | 'check'

/** An error of one field. */
export interface FieldError<Message extends string = WordKey | ''> {
  field: string
  /** The message to show at the field. */
  message: Message
  /** Whether a required field is empty. The form's message may cover several such fields. */
  isMissing?: boolean
  /** The message for such a field once it has a malformed value. */
  malformed?: Message
  /** The maximum length in characters, if the value is too long. Only the server can check that. */
  maxLength?: number
}

/** Values that were entered into a form; a group of checkboxes is a list. */
export type FormValues = Record<string, string | string[]>

/** Name of a hidden field. A program that fills it in sends spam. The field is optional. */
export const honeypotField = 'homepage'

/** Hidden field for the code of the referral link that led to the form. Also the query parameter that fills it in. */
export const referralField = 'ref'

/** Name of the buttons that do not send a form yet. Without it, a form is sent. */
export const stepField = 'step'

/** Hidden field for the visitor's first touch, as query parameters. The page's script fills it in. */
export const firstTouchField = 'first_touch'

/** Returns the address of another form with the referral link's code, if the values of this form have one. */
export const withReferral = (path: string, { [referralField]: code }: FormValues): string =>
  code ? `${path}?${referralField}=${code}` : path

/** Returns the key of an option's word, such as `localService` for `local-service`. */
export const optionKey = (value: string): string =>
  value.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
