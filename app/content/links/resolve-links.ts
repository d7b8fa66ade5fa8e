import { linkedPath, type PageDocument, pageTypes } from '../../addresses.ts'
import { onceFor } from '../../once-for.ts'
import { pages } from '../../pages.ts'
import type { ContentReader } from '../content-reader.ts'
import { LINK_TARGETS_QUERY } from '../queries/link-targets.ts'
import type { LINK_TARGETS_QUERY_RESULT } from '../sanity.types.ts'
import { listOf } from './live-paths.ts'

/** The fields in which queries select addresses of links. */
const linkFields = new Set(['href', 'to'])
/** The address of a page as queries/fragments.ts selects it: `page:ID/VIEW?QUERY#ANCHOR`. */
const pattern = /^page:([^/?#]+)(?:\/([^?#]*))?(\?[^#]*)?(#.*)?$/s

/**
 * Replaces the links to pages in a query's result with the current addresses of the pages. The link of a page that does
 * not exist becomes an empty string, which `Link` leaves out. All content passes through here.
 *
 * @param fetch reads LINK_TARGETS_QUERY if the result links to a page
 * @throws ContentError
 */
export async function resolveLinks<Value>(
  query: string,
  value: Value,
  fetch: ContentReader['fetch'],
): Promise<Value> {
  if (!isObject(value) || !linksToPage(value)) return value
  const targets =
    query === LINK_TARGETS_QUERY
      ? (value as Partial<LINK_TARGETS_QUERY_RESULT>)
      : await fetch(LINK_TARGETS_QUERY, { types: pageTypes })
  return linked(targets ?? {})(value) as Value
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const linksToPage = onceFor((value: object) => hasPageLink(value))

/** Returns a function that replaces the links in a value. While neither changes, it returns the same result. */
const linked = onceFor(({ pages: all, slugs, keys }: Partial<LINK_TARGETS_QUERY_RESULT>) => {
  const documents = new Map(
    [...listOf(all), ...listOf(slugs), ...listOf(keys)].map((page) => [page._id, page] as const),
  )
  return onceFor((value: object) => replace(value, (link) => addressOf(link, documents)))
})

function hasPageLink(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([name, inner]) =>
    isPageLink(name, inner) ? true : hasPageLink(inner),
  )
}

const isPageLink = (name: string, value: unknown): value is string =>
  typeof value === 'string' && linkFields.has(name) && value.startsWith('page:')

function replace(value: unknown, addressOfLink: (link: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, addressOfLink))
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    isPageLink(name, inner) ? addressOfLink(inner) : replace(inner, addressOfLink),
  ])
  return Object.fromEntries(fields)
}

function addressOf(link: string, documents: ReadonlyMap<string, PageDocument>): string {
  const [, id = '', view, query = '', anchor = ''] = pattern.exec(link) ?? []
  // The pages that exist without their document are the only documents of their types.
  const isAlwaysThere = pages.some(({ document, always }) => always && document === id)
  const document = documents.get(id) ?? (isAlwaysThere ? { _type: id } : undefined)
  const path = document && linkedPath(document, view || undefined)
  return path === undefined ? '' : path + query + anchor
}
