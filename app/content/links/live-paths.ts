import {
  addressExists,
  fillParameters,
  normalizePath,
  pageAddress,
  pageTypes,
} from '../../addresses.ts'
import { onceFor } from '../../once-for.ts'
import { type Page, pages } from '../../pages.ts'
import type { ContentReader } from '../content-reader.ts'
import { LINK_TARGETS_QUERY } from '../queries/link-targets.ts'
import { maxRedirects } from '../redirects.ts'
import type { LINK_TARGETS_QUERY_RESULT } from '../sanity.types.ts'

/**
 * Returns the paths that links can lead to: pages whose document exists, and redirects.
 *
 * @throws ContentError
 */
export async function readLivePaths(content: Pick<ContentReader, 'fetch'>): Promise<string[]> {
  const found = await content.fetch(LINK_TARGETS_QUERY, { types: pageTypes })
  // The API accepts content of any shape, so every part may be missing.
  return livePathsOf(found ?? {})
}

const livePathsOf = onceFor((found: Partial<LINK_TARGETS_QUERY_RESULT>): string[] => {
  const live = pages.flatMap((page) => pathsOf(page, found))
  const targets = new Map(
    listOf(found.redirects).flatMap(({ from, to }) =>
      typeof from === 'string' && typeof to === 'string' ? [[normalizePath(from), to]] : [],
    ),
  )
  const working = [...targets.keys()].filter((from) => redirectWorks(from, targets, live))
  return [...live, ...working, ...working.map((path) => path.toLowerCase())]
})

/** Returns those paths of an entry in the list of pages that have a document. */
function pathsOf(page: Page, found: Partial<LINK_TARGETS_QUERY_RESULT>): string[] {
  const { path, document, slug, always } = page
  if (path === '/affiliates/:key') return fillEach(path, listOf<unknown>(found.listed))
  if (/:(key|programme)/.test(path))
    return fillEach(
      path,
      listOf(found.keys).map(({ key }) => key),
    )
  if (slug === undefined && !path.includes(':')) {
    return always || listOf(found.pages).some(({ _type }) => _type === document) ? [path] : []
  }
  return listOf(found.slugs)
    .filter(({ _type }) => _type === document)
    .flatMap((one) => (typeof one.slug === 'string' ? (pageAddress(document, one.slug) ?? []) : []))
}

const fillEach = (path: string, keys: readonly unknown[]) =>
  keys.flatMap((key) =>
    typeof key === 'string' ? (fillParameters(path, { key, programme: key }) ?? []) : [],
  )

/** Returns whether a redirect, or the chain that starts with it, ends at a live path or another site. */
function redirectWorks(
  from: string,
  targets: ReadonlyMap<string, string>,
  live: readonly string[],
): boolean {
  let path = from
  for (let step = 0; step <= maxRedirects; step++) {
    const to = targets.get(path)
    if (to === undefined) return addressExists(path, live)
    if (!to.startsWith('/')) return URL.canParse(to)
    path = normalizePath(to)
    if (addressExists(path, live)) return true
  }
  return false
}

/** Returns the items of a list that the content may lack, because the API accepts content of any shape. */
export function listOf<Item>(list: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(list) ? list.filter((item) => item !== null) : []
}
