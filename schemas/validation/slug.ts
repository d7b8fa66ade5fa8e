import type { Addresses } from '../addresses.ts'

/**
 * Says in an editor's words what is wrong with the last part of an address. An empty value passes.
 *
 * @param type - the type of the document whose slug it is
 * @param addresses - absent where the slug is no address of a page
 * @returns true when a page can be there, otherwise the message to show
 */
export function checkSlug(
  type: string | undefined,
  slug: string | undefined,
  addresses?: Addresses,
) {
  if (!slug) return true
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    return 'Use small letters, digits and single hyphens only, such as halvi-local.'
  }
  const address = type && addresses?.pageAddress(type, slug)
  return address && addresses?.isTaken(address)
    ? `${address} is another page's address already.`
    : true
}
