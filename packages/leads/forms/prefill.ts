import { referralCodeIn } from '../applicants/referral-code.ts'
import { type FormValues, referralField } from './action-data.ts'
import type { Option } from './form.ts'

/** Maximum length of a text that a link may fill in, in characters. */
const maxTextLength = 200

/**
 * Matches letters, digits, and the punctuation of a plain sentence. Excludes markup, URLs, and characters that
 * reverse or hide text.
 */
const plain = /^[\p{L}\p{M}\p{N} .,:;!?'’&()-]+$/u

// Anyone can create a link with any values. Invalid values are dropped without an error, because the visitor did
// nothing wrong.

/** Returns the options that a parameter selects, once or several times, in the form's order. */
export function chosenOptions(
  params: URLSearchParams,
  name: string,
  options: readonly Option[],
): string[] {
  const named = params.getAll(name)
  if (named.length > options.length) return []
  return options.map(({ value }) => value).filter((value) => named.includes(value))
}

/** Returns the one option that a parameter selects, or ''. */
export function chosenOption(
  params: URLSearchParams,
  name: string,
  options: readonly Option[],
): string {
  const [named, ...more] = params.getAll(name)
  return more.length === 0 && options.some(({ value }) => value === named) ? (named ?? '') : ''
}

/** Returns the plain text of a parameter, or ''. */
export function plainText(params: URLSearchParams, name: string): string {
  const [text = '', ...more] = params.getAll(name)
  return more.length === 0 && text.length <= maxTextLength && plain.test(text) ? text.trim() : ''
}

/** Returns the code of a referral link, from a link's parameters or a form's fields, or '' without a valid one. */
export function referralCode(given: Pick<URLSearchParams, 'getAll'> | FormData): string {
  const [code = '', ...others] = new Set(
    given.getAll(referralField).map((value) => referralCodeIn(String(value))),
  )
  return others.length === 0 ? code : ''
}

/** Returns the value of a form's hidden field for the referral link, from the URL of its page. */
export const referralDefaults = (url: string): FormValues => ({
  [referralField]: referralCode(new URL(url).searchParams),
})
