import { createContext, useContext } from 'react'
import { isServerPath } from '../server-paths.ts'
import { useLanguage } from './context.ts'
import { isEnglish, type Language } from './language.ts'

/** An address of the site: its language, and its path without the prefix of the language. */
export interface LocalAddress {
  language: Language
  path: string
}

/**
 * Returns the address of a path of this site in a language: `/waitlist` becomes `/ar/waitlist`. Paths of files and of
 * endpoints stay the same.
 *
 * @param path with a leading slash, may have a query and a hash
 */
export function addressIn(language: Language, path: string): string {
  const [, bare = '', rest = ''] = /^([^?#]*)(.*)/s.exec(path) ?? []
  if (isEnglish(language) || !bare.startsWith('/') || isServerPath(bare)) return path
  return `/${language.code}${bare === '/' ? '' : bare}${rest}`
}

/** The paths of pages that exist in English, but not in the language of the page. */
export const UntranslatedContext = createContext<ReadonlySet<string>>(new Set())

/** Returns whether a path leads to a page that exists in English only. */
export function useIsUntranslated(): (path: string) => boolean {
  const untranslated = useContext(UntranslatedContext)
  return (path) => untranslated.has(path.replace(/[?#].*/s, '') || '/')
}

/**
 * Returns a function that returns the address of a path in the language of the page, or the English address of a page
 * without a translation.
 */
export function useLocalPath(): (path: string) => string {
  const language = useLanguage()
  const isUntranslated = useIsUntranslated()
  return (path) => (isUntranslated(path) ? path : addressIn(language, path))
}
