import { fill, leadsSomewhere, pageAddress, pageTypes, plainPath } from '../../addresses.ts'
import { type Page, pages } from '../../pages.ts'
import type { ContentReader } from '../content.ts'
import { LINK_TARGETS_QUERY } from '../queries/link-targets.ts'
import { longestWalk } from '../redirects.ts'
import type { LINK_TARGETS_QUERY_RESULT } from '../sanity.types.ts'

type Target = LINK_TARGETS_QUERY_RESULT['documents'][number]

/**
 * The paths of this site that links can lead to: pages whose document is there, and redirects to such
 * pages or to other sites.
 *
 * @throws ContentError when the content API is unreachable
 */
export async function readLivePaths(content: ContentReader): Promise<string[]> {
  const { documents, listed, redirects } = await content.fetch(LINK_TARGETS_QUERY, {
    types: pageTypes,
  })
  const live = pages.flatMap((page) => pathsOf(page, listOf(documents), listOf(listed)))
  const targets = new Map(
    listOf(redirects).flatMap(({ from, to }) =>
      typeof from === 'string' && typeof to === 'string' ? [[plainPath(from), to]] : [],
    ),
  )
  const leadingOn = [...targets.keys()].filter((from) => redirectLeads(from, targets, live))
  return [...live, ...leadingOn, ...leadingOn.map((path) => path.toLowerCase())]
}

/** The paths of an entry in the list of pages for which there is a document. */
function pathsOf(page: Page, documents: readonly Target[], listed: readonly unknown[]): string[] {
  const { path, document, slug, always } = page
  const own = documents.filter(({ _type }) => _type === document)
  if (path === '/affiliates/:key') return filled(path, listed)
  if (/:(key|programme)/.test(path)) {
    return filled(
      path,
      documents.map(({ key }) => key),
    )
  }
  if (slug === undefined && !path.includes(':')) return always || own.length > 0 ? [path] : []
  return own.flatMap((one) => {
    const address = typeof one.slug === 'string' ? pageAddress(document, one.slug) : undefined
    return address ?? []
  })
}

const filled = (path: string, keys: readonly unknown[]) =>
  keys.flatMap((key) =>
    typeof key === 'string' ? (fill(path, { key, programme: key }) ?? []) : [],
  )

function redirectLeads(
  from: string,
  targets: ReadonlyMap<string, string>,
  live: readonly string[],
): boolean {
  let path = from
  for (let step = 0; step <= longestWalk; step++) {
    const to = targets.get(path)
    if (to === undefined) return leadsSomewhere(path, live)
    if (!to.startsWith('/')) return URL.canParse(to)
    path = plainPath(to)
    if (leadsSomewhere(path, live)) return true
  }
  return false
}

function listOf<Item>(list: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(list) ? list.filter((item) => item !== null) : []
}
