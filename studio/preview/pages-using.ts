import type { ContentSourceMap, QueryParams } from '@sanity/client'
import { fillParameters, pageAddress } from '../../app/addresses.ts'
import { pageQueries } from '../../app/content/queries/of-pages.ts'
import { type Page, pages, programmes } from '../../app/pages.ts'
import { publishedId } from '../links/published-id.ts'
import type { SitePage } from './pages.ts'

/** A client that reads drafts and returns the sources of each text. */
export interface ContentClient {
  fetch<Result>(
    query: string,
    params: QueryParams,
    options: {
      perspective: 'drafts'
      filterResponse: false
      returnQuery: false
      resultSourceMap?: 'withKeyArraySelector'
    },
  ): Promise<{ result: Result; resultSourceMap?: ContentSourceMap }>
}

const options = { perspective: 'drafts', filterResponse: false, returnQuery: false } as const

/** A document that pages are rendered from. */
interface Shown {
  _id: string
  _type: string
  slug: string | null
  key: string | null
}

/** Maximum number of documents on the way from a page to a document that it shows, such as a question. */
const maxSteps = 3

/** Maximum number of documents of one type whose pages are checked. */
const maxDocuments = 200

/**
 * Returns the pages that show a document, with drafts. A page shows it if a text of the page's query comes from the
 * document, or a fact that refers to it. The content API reports where each text comes from. Runs only the queries of
 * pages that can show the document: those that it belongs to, that refer to it, or that read all documents of its type.
 */
export async function findPagesUsing(client: ContentClient, id: string): Promise<SitePage[]> {
  const read = <Result>(query: string, params: QueryParams) =>
    client.fetch<Result>(query, params, options).then(({ result }) => result)
  const [self, related] = await Promise.all([
    read<Shown | null>(`*[_id == $id][0]{${shownFields}}`, { id }),
    relatedTo(read, id),
  ])
  if (!self) return []
  const anchor = anchorOf(self)
  const types = [...new Set(Object.values(pageQueries).map(typeOf))]
  const named = types.filter((type) => queriesOf(type).some((query) => reads(query, self._type)))
  const candidates = await read<Shown[]>(
    `*[_type in $types && (_id in $related || _type in $named)]{${shownFields}}`,
    { types, related, named },
  )
  const queries = [...new Set(pages.map(({ path }) => pageQueries[path]))]
  const shown = await Promise.all(
    queries.map((query) => documentsShowing(client, query, self, candidates)),
  )
  return pages
    .flatMap((page) =>
      (shown[queries.indexOf(pageQueries[page.path])] ?? []).flatMap((one) =>
        addressesOf(page, one),
      ),
    )
    .map(({ title, href }) => ({ title, href: `${href}${anchor}` }))
}

const shownFields = '_id, _type, "slug": slug.current, key'

/** Returns the type of the document that a page's query starts with. */
export const typeOf = (query: string) => /^\*\[_type == "(\w+)"/.exec(query)?.[1] ?? ''

const queriesOf = (type: string) =>
  Object.values(pageQueries).filter((query) => typeOf(query) === type)

/** Returns whether a query reads documents of a type without a reference, beside the document that it starts with. */
const reads = (query: string, type: string) => query.indexOf(`"${type}"`, 20) > 0

/** Returns the ids of a document and of those that refer to it, directly or through other documents. */
async function relatedTo(
  read: <Result>(query: string, params: QueryParams) => Promise<Result>,
  id: string,
): Promise<string[]> {
  let [all, latest] = [[id], [id]]
  for (let step = 0; step < maxSteps && latest.length > 0; step++) {
    const users = await read<{ _id: string; _type: string }[]>(
      '*[references($latest) && !(_id in $all)]{_id, _type}',
      { latest, all },
    )
    all = [...all, ...users.map(({ _id }) => _id)]
    // No page shows a page that staff built from sections. It only links to it.
    latest = users.filter(({ _type }) => _type !== 'page').map(({ _id }) => _id)
  }
  return all
}

/** A document whose page shows another one. */
interface Showing {
  owner: Shown
  result: Record<string, unknown> | undefined
  /** The paths in the result whose text comes from the other document. */
  paths: string[]
}

/** Returns the documents that a page's query can start with, and whose result shows a document. */
async function documentsShowing(
  client: ContentClient,
  query: string | undefined,
  self: Shown,
  candidates: readonly Shown[],
): Promise<Showing[]> {
  if (!query) return []
  const owners = candidates
    .filter(({ _type, slug }) => _type === typeOf(query) && hasPage(query, slug))
    .slice(0, maxDocuments)
    .sort((a, b) => (a._id < b._id ? -1 : 1))
  if (owners.length === 0) return []
  // One query for all documents instead of one for each.
  const all = query.replace(/^\*\[.*?\]\[0\]/, '*[_id in $ids] | order(_id asc)')
  const { result, resultSourceMap } = await client.fetch<Record<string, unknown>[]>(
    all,
    { ids: owners.map(({ _id }) => _id), slug: '', key: '' },
    { ...options, resultSourceMap: 'withKeyArraySelector' },
  )
  const paths = textPathsOf(resultSourceMap, self._id)
  return owners.flatMap((owner, index) => {
    const own = paths.filter((path) => path.startsWith(`$[${index}]`))
    const isFact = self._type !== 'page' && hasFact(result[index], self._id)
    const isShown = own.length > 0 || isFact || owner._id === self._id
    return isShown ? [{ owner, result: result[index], paths: own }] : []
  })
}

const hasPage = (query: string, slug: string | null) =>
  pages.some((page) => pageQueries[page.path] === query && isShownBy(page, slug))

/** Returns the pages of an entry of the list of pages that a document is shown at. */
function addressesOf(page: Page, { owner, result, paths }: Showing): SitePage[] {
  if (!page.title || !isShownBy(page, owner.slug)) return []
  return parametersOf(page, owner, result, paths).flatMap((parameters) => {
    const href = fillParameters(page.path, parameters)
    const title = fillParameters(page.title ?? '', parameters)
    return href && title ? [{ title, href }] : []
  })
}

/** Returns whether the page of a document with this slug belongs to an entry of the list of pages. */
export function isShownBy({ path, slug: fixed, document }: Page, slug: string | null): boolean {
  if (fixed !== undefined) return slug === fixed
  if (!path.includes(':slug')) return true
  return slug !== null && pageAddress(document, slug) === fillParameters(path, { slug })
}

/** Returns the paths in a result whose text comes from a document. A slug is an address, not a text. */
function textPathsOf(map: ContentSourceMap | undefined, id: string): string[] {
  if (!map) return []
  return Object.entries(map.mappings).flatMap(([path, { source }]) => {
    if (source.type !== 'documentValue') return []
    const document = map.documents[source.document]
    const isOther = !document || publishedId(document._id) !== id
    const field = String(map.paths[source.path])
    return isOther || /^\$\['(slug|key|hue)'\]/.test(field) ? [] : [path]
  })
}

/** Returns whether a text in a result has a fact that refers to a document. Sources of numbers are not reported. */
function hasFact(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { programme, branch } = value as {
    programme?: { _ref?: string }
    branch?: { _ref?: string }
  }
  if (programme?._ref === id || branch?._ref === id) return true
  return Object.values(value).some((inner) => hasFact(inner, id))
}

/** Returns the parameters of the pages that show a document in a result. */
function parametersOf(
  { path }: Page,
  { slug, key }: Shown,
  result: Record<string, unknown> | undefined,
  paths: readonly string[],
): Record<string, string | undefined>[] {
  if (path.includes(':programme')) return [{ programme: key ?? undefined }]
  if (path !== '/affiliates/:key') return [{ slug: slug ?? undefined, key: key ?? undefined }]
  // All programs are in one result, and each page shows one of them.
  const listed = (result?.programmes ?? []) as { key?: string }[]
  const indexes = paths.map((one) => /^\$\[\d+\]\['programmes'\]\[(\d+)\]/.exec(one)?.[1])
  const isShared = indexes.length === 0 || indexes.includes(undefined)
  const keys = isShared ? programmes : indexes.map((index) => listed[Number(index)]?.key)
  return [...new Set(keys)].map((programme) => ({ key: programme }))
}

/** Returns the anchor of a question or an article, which is part of a page; otherwise an empty string. */
const anchorOf = ({ _type, slug }: Shown) =>
  ['faqEntry', 'helpArticle'].includes(_type) && slug ? `#${slug}` : ''
