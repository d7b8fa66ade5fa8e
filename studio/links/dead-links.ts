import type { SanityClient, SanityDocument } from '@sanity/client'
import { addressExists, linkedPath, type PageDocument } from '../../app/addresses.ts'
import { linksOf } from '../../app/content/links/links-of.ts'
import { readLivePaths } from '../../app/content/links/live-paths.ts'
import { resolveLinks } from '../../app/content/links/resolve-links.ts'

/** A link that leads nowhere. */
export interface DeadLink {
  document: SanityDocument
  field: string
  problem: string
}

/** The parts of the site that links can lead to. */
export interface Site {
  livePaths: readonly string[]
  /** Returns the ids on a page, or undefined if the page can't be read. */
  anchorsOf(path: string): Promise<ReadonlySet<string> | undefined>
}

/** Returns the links between pages of this site that lead nowhere. */
export async function findDeadLinks(
  documents: readonly SanityDocument[],
  { livePaths, anchorsOf }: Site,
): Promise<DeadLink[]> {
  const byId = new Map(documents.map((document) => [document._id, document]))
  const dead: DeadLink[] = []
  for (const document of documents) {
    for (const { field, page, path } of linksOf(document)) {
      // The old URL of a redirect is not a link.
      if (!page && !path) continue
      const add = (problem: string) => dead.push({ document, field, problem })
      const [address = '', typedAnchor] = path?.split('#') ?? [
        pathOf(byId.get(page?.id ?? ''), page?.view),
      ]
      const anchor = page?.anchor ?? typedAnchor
      if (!address || !addressExists(address, livePaths)) {
        add(address ? `there is no page at ${address}` : 'the page does not exist')
      } else if (anchor && (await anchorsOf(address))?.has(decoded(anchor)) === false) {
        add(`${address} has no part named ${anchor}`)
      }
    }
  }
  return dead
}

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

const decoded = (anchor: string) => {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

/** Returns the paths of the site that links can lead to. */
export function livePathsOf(client: SanityClient): Promise<string[]> {
  const fetch = (async (query: string, params: object) =>
    resolveLinks(
      query,
      await client.fetch(query, params, { perspective: 'published' }),
      fetch,
    )) as Parameters<typeof readLivePaths>[0]['fetch']
  return readLivePaths({ fetch })
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
