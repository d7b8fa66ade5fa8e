import type { Addresses } from '../addresses.ts'
import { firstSegment } from './language.ts'

/**
 * Validates a slug, the last part of a page's URL. An empty value passes.
 *
 * @param type - the type of the document whose slug it is
 * @param addresses - omit them if the slug is not part of a page's URL
 * @returns true if the slug is valid and its URL is unused, otherwise the error for the editor
 */
export function checkSlug(
  type: string | undefined,
  slug: string | undefined,
  addresses?: Addresses,
) {
  if (!slug) return true
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    return 'Use only lowercase letters, digits, and single hyphens, as in halvi-local.'
  }
  const address = type && addresses?.pageAddress(type, slug)
  return address && addresses?.isTaken(address) ? `Another page already uses ${address}.` : true
}

/**
 * Validates the address of a page that is built from sections. An empty value passes.
 *
 * @param slug - the path without its first slash
 * @param codes - the codes of the languages
 * @returns true if a page can be at the address, otherwise the error for the editor
 */
export function checkPageSlug(
  slug: string | undefined,
  { isTaken, pageSlug }: Pick<Addresses, 'isTaken' | 'pageSlug'>,
  codes: readonly string[] = [],
) {
  if (!slug) return true
  const path = `/${slug}`
  if (slug.startsWith('/')) return `Leave out the first slash: ${slug.replace(/^\/+/, '')}`
  const code = firstSegment(slug)
  if (codes.includes(code)) return `Addresses that start with ${code} belong to a language.`
  if (isTaken(path)) return `Another page or a file already uses ${path}.`
  if (pageSlug(path) === slug) return true
  return 'Use lowercase letters, digits, and single hyphens, with up to five parts separated by slashes, as in ramadan/2027.'
}
