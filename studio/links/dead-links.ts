import type { SanityDocument } from '@sanity/client'
import { linkedPath, type PageDocument } from '../../app/addresses.ts'

/** Returns the path of a document's page, or undefined if it has none. */
export function pathOf(
  document: SanityDocument | undefined,
  view: string | undefined,
): string | undefined {
  const { _type, slug, key } = (document ?? {}) as Partial<SanityDocument>
  if (!_type) return undefined
  const { current } = (slug ?? {}) as { current?: unknown }
  return linkedPath({ _type, slug: current, key } as PageDocument, view)
}

/** The time for which the ids of a page are kept, in milliseconds. */
const keptMs = 30_000
const kept = new Map<string, { at: number; ids: Promise<ReadonlySet<string> | undefined> }>()

/** Returns the ids on a published page of this site, or undefined if it can't be read. */
export function anchorsOf(path: string): Promise<ReadonlySet<string> | undefined> {
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
