import type { Addresses } from '../addresses.ts'

/** A redirect as far as its rules go; either end may still be empty while someone types. */
export interface Redirect {
  from?: string | undefined
  to?: string | undefined
}

/** What else there is: a redirect must fit in with it. */
export interface Surroundings {
  /** Every other redirect. */
  redirects: readonly Redirect[]
  /** Documents that may be pages. */
  pages: readonly { _type: string; slug?: string | null }[]
  addresses: Pick<Addresses, 'isTaken' | 'pageAddress'>
}

/**
 * Says in an editor's words why a redirect can't start at its address: a page or another redirect
 * is there already.
 *
 * @returns true when the address is free, otherwise the message to show
 */
export function checkSource({ from }: Redirect, { redirects, pages, addresses }: Surroundings) {
  if (!from) return true
  if (/[?#]/.test(from)) return 'Leave out what follows ? or #. It is kept when someone is led on.'
  const path = comparable(from)
  const isPage = pages.some(
    ({ _type, slug }) => addresses.pageAddress(_type, slug ?? undefined)?.toLowerCase() === path,
  )
  if (isPage || addresses.isTaken(path))
    return `There is a page at ${path}. Only a free address can lead on.`
  if (redirects.some((other) => comparable(other.from) === path)) {
    return `Another redirect starts at ${path}. Change that one.`
  }
  return true
}

/**
 * Says in an editor's words why a redirect can't lead where it does: visitors would come back to
 * where they started.
 *
 * @returns true when it leads somewhere, otherwise the message to show
 */
export function checkLoop({ from, to }: Redirect, redirects: readonly Redirect[]) {
  const start = comparable(from)
  const passed = new Set<string>()
  for (let path = comparable(to); path; ) {
    if (path === start) {
      return passed.size === 0
        ? 'This leads back to itself.'
        : `This leads back to itself, by way of ${[...passed].join(' and ')}.`
    }
    if (passed.has(path)) return true
    passed.add(path)
    const step = path
    path = comparable(redirects.find((other) => comparable(other.from) === step)?.to)
  }
  return true
}

/** A path to compare by, as the site finds redirects: without query, case, encoding, or slashes at its end. */
function comparable(address: string | undefined): string {
  const path = address?.replace(/[?#].*$/, '') ?? ''
  return decoded(path)
    .replace(/(?<=.)\/+$/, '')
    .normalize('NFC')
    .toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
