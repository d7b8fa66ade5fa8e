import type { Option } from './form.ts'

/** The longest words that a link may fill in, in characters. */
const longestWords = 200

/**
 * Letters, digits, and the signs of a plain sentence: neither markup nor addresses, nor anything that
 * turns or hides the words beside it.
 */
const plain = /^[\p{L}\p{M}\p{N} .,:;!?'’&()-]+$/u

// What comes in a link may be from anybody and name anything. What does not fit is left out, without a
// word: the visitor has done nothing wrong.

/** The options that a parameter names, once or several times, in the form's order. */
export function chosenOptions(
  params: URLSearchParams,
  name: string,
  options: readonly Option[],
): string[] {
  const named = params.getAll(name)
  if (named.length > options.length) return []
  return options.map(({ value }) => value).filter((value) => named.includes(value))
}

/** The one option that a parameter names, else ''. */
export function chosenOption(
  params: URLSearchParams,
  name: string,
  options: readonly Option[],
): string {
  const [named, ...more] = params.getAll(name)
  return more.length === 0 && options.some(({ value }) => value === named) ? (named ?? '') : ''
}

/** Plain words that a parameter holds, else ''. */
export function plainWords(params: URLSearchParams, name: string): string {
  const [words = '', ...more] = params.getAll(name)
  return more.length === 0 && words.length <= longestWords && plain.test(words) ? words.trim() : ''
}
