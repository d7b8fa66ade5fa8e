import { evaluate, parse } from 'groq-js'
import type { SanityDocument } from 'sanity'
import { fillParameters, pageAddress } from '../../app/addresses.ts'
import { pageQueries } from '../../app/content/queries/of-pages.ts'
import { type Page, pages, programmes } from '../../app/pages.ts'
import type { SitePage } from './pages.ts'

/** Parameters of a page's path and query. */
interface Parameters {
  slug?: string
  key?: string
  /** The key of an affiliate program in the path. */
  programme?: string
}

/**
 * Returns the pages that use a document. A page uses it if the result of the page's query changes when the
 * document's text and numbers change.
 *
 * @param documents all documents that pages are rendered from, without images
 * @param pause awaited before each page, because evaluating its query takes a few milliseconds
 */
export async function findPagesUsing(
  documents: readonly SanityDocument[],
  id: string,
  pause: () => Promise<void> = async () => {},
): Promise<SitePage[]> {
  const changed = documents.map((document) =>
    publishedId(document) === id ? (withChangedValues(document) as SanityDocument) : document,
  )
  const anchor = anchorOf(documents.find((document) => publishedId(document) === id))
  const found: SitePage[] = []
  for (const page of pages) {
    const query = pageQueries[page.path]
    if (!query || !page.title) continue
    for (const parameters of parametersOf(page, documents)) {
      await pause()
      const before = await queryResult(query, documents, page, parameters)
      if (before === (await queryResult(query, changed, page, parameters))) continue
      const href = fillParameters(page.path, { ...parameters })
      const title = fillParameters(page.title, { ...parameters }) ?? page.title
      if (href) found.push({ title, href: `${href}${anchor}` })
    }
  }
  return found
}

const publishedId = ({ _id }: SanityDocument) => _id.replace(/^drafts\./, '')

/** Returns the result of a page's query as JSON. For an affiliate program's page, the result has only that program. */
async function queryResult(
  query: string,
  dataset: readonly SanityDocument[],
  { path, slug }: Page,
  parameters: Parameters,
): Promise<string> {
  const params = { ...parameters, ...(slug && { slug }) }
  const result = await (await evaluate(parse(query, { params }), { dataset, params })).get()
  if (path !== '/affiliates/:key') return JSON.stringify(result)
  const listed = (result?.programmes ?? []) as { key?: string }[]
  const shown = listed.filter(({ key }) => key === parameters.key)
  return JSON.stringify(shown.length > 0 && { ...result, programmes: shown })
}

/** Returns the parameters of a page's path: one set for each document that the page can show. */
function parametersOf(
  { path, document, slug }: Page,
  documents: readonly SanityDocument[],
): Parameters[] {
  const own = documents.filter(({ _type }) => _type === document) as (SanityDocument & {
    slug?: { current?: string }
    key?: string
  })[]
  if (path.includes(':key')) return own.flatMap(({ key }) => (key ? [{ key }] : []))
  if (path.includes(':programme')) return programmes.map((key) => ({ key, programme: key }))
  if (!path.includes(':slug')) return [slug === undefined ? {} : { slug }]
  return own.flatMap(({ slug: { current } = {} }) =>
    current && pageAddress(document, current) === fillParameters(path, { slug: current })
      ? [{ slug: current }]
      : [],
  )
}

/** Keys whose values identify or sort a document. They must not change, or the query would not find the document. */
const fixedKeys = /^(_.*|slug|key|hue|order|of|about|fact)$/

/** Returns a copy of a value with changed text and numbers. */
function withChangedValues(value: unknown): unknown {
  if (typeof value === 'string') return `${value}\u200b`
  if (typeof value === 'number') return value + 0.001
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withChangedValues)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      fixedKeys.test(name) ? inner : withChangedValues(inner),
    ]),
  )
}

/** Returns the anchor of a question or an article, which is part of a page; otherwise an empty string. */
function anchorOf(document: SanityDocument | undefined): string {
  if (!['faqEntry', 'helpArticle'].includes(document?._type ?? '')) return ''
  const { current } = (document?.slug ?? {}) as { current?: string }
  return current ? `#${current}` : ''
}
