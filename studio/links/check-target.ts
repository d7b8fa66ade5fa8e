import type { ValidationContext } from 'sanity'
import { hrefOf, type LinkTarget } from '../../app/addresses.ts'

/** Time to wait for the page, in milliseconds. The Studio warns in the console after 5 s. */
const timeoutMs = 3_000

/** Reads the page of a link with the fields of its path. */
const query = '*[_id == $id][0]{_type, "slug": slug.current, key}'

/** Checks that the page of a link has the part that the link leads to. Returns a warning, or true. */
export function checkTarget(
  anchor: string | undefined,
  context: ValidationContext,
): Promise<true | string> {
  const late = new Promise<true>((resolve) => setTimeout(resolve, timeoutMs, true))
  // If the page can't be read, the anchor passes: that isn't the editor's error.
  return Promise.race([check(anchor, context).catch(() => true as const), late])
}

async function check(
  anchor: string | undefined,
  { parent, getClient }: ValidationContext,
): Promise<true | string> {
  const { page, view } = (parent ?? {}) as { page?: { _ref?: string }; view?: string }
  if (!anchor || !page?._ref) return true
  const client = getClient({ apiVersion: '2025-02-19' })
  const target = { page: await client.fetch(query, { id: page._ref }), view } as LinkTarget
  const path = hrefOf(target)
  const ids = path ? await idsOn(path) : undefined
  return !ids || ids.has(anchor) ? true : `The page ${path} has no part named ${anchor}.`
}

/** The time for which the ids of a page are kept, in milliseconds. */
const keptMs = 30_000
const kept = new Map<string, { at: number; ids: Promise<ReadonlySet<string> | undefined> }>()

/** Returns the ids on a published page of this site, or undefined if it can't be read. */
function idsOn(path: string): Promise<ReadonlySet<string> | undefined> {
  const known = kept.get(path)
  if (known && known.at > Date.now() - keptMs) return known.ids
  const ids = readIds(path).catch(() => undefined)
  kept.set(path, { at: Date.now(), ids })
  return ids
}

async function readIds(path: string): Promise<ReadonlySet<string> | undefined> {
  // Without cookies, a preview session does not show drafts.
  const response = await fetch(path, { credentials: 'omit', signal: AbortSignal.timeout(10_000) })
  if (!response.ok) return undefined
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return new Set(Array.from(page.querySelectorAll('[id]'), ({ id }) => id))
}
