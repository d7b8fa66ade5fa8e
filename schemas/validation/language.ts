import type { Addresses } from '../addresses.ts'

/** The other languages of the site, and the slugs of the pages built from sections. */
export interface LanguageContext {
  codes: readonly (string | undefined)[]
  slugs: readonly string[]
}

/** Returns the first segment of a path, in lower case. */
export const firstSegment = (path: string) => path.split('/').find(Boolean)?.toLowerCase() ?? ''

/** Returns a path without the language at its start. */
export const withoutLanguage = (path: string, codes: readonly (string | undefined)[]) =>
  codes.includes(firstSegment(path)) ? `/${path.split('/').slice(2).join('/')}` : path

/**
 * Checks the code of a language, which is the first segment of the addresses of its pages. An empty value passes.
 *
 * @returns true, or the error for the editor
 */
export function checkLanguageCode(
  code: string | undefined,
  { codes, slugs }: LanguageContext,
  { isLanguageCode, isTaken }: Pick<Addresses, 'isLanguageCode' | 'isTaken'>,
) {
  if (!code) return true
  if (code === 'en') return 'English is the language of the original texts. Enter another code.'
  if (!isLanguageCode(code))
    return 'Enter the code of a language in lowercase letters, such as ar, es, or pt-br.'
  if (codes.includes(code)) return `There is already a language with the code ${code}.`
  const page = slugs.find((slug) => firstSegment(slug) === code)
  if (page !== undefined || isTaken(`/${code}`))
    return `There is already a page at /${page ?? code}. Change its address first.`
  return true
}
