import { evaluate, parse } from 'groq-js'
import type { SanityDocument } from 'sanity'
import { fill, pageAddress } from '../../app/addresses.ts'
import { pageQueries } from '../../app/content/queries/of-pages.ts'
import { type Page, pages, programmes } from '../../app/pages.ts'
import type { SitePage } from './pages.ts'

/** Parameters of a page's path and query. */
interface Parameters {
  slug?: string
  key?: string
  /** The key in a path below that of a program. */
  programme?: string
}

/**
 * The pages that a document is used on: those whose query finds something else once the document's words and
 * figures are changed.
 *
 * @param documents everything that pages are made of, pictures apart
 * @param pause awaited before each page, since each takes some milliseconds
 */
export async function usedOn(
  documents: readonly SanityDocument[],
  id: string,
  pause: () => Promise<void> = async () => {},
): Promise<SitePage[]> {
  const changed = documents.map((document) =>
    publishedId(document) === id ? (altered(document) as SanityDocument) : document,
  )
  const anchor = anchorOf(documents.find((document) => publishedId(document) === id))
  const found: SitePage[] = []
  for (const page of pages) {
    const query = pageQueries[page.path]
    if (!query || !page.title) continue
    for (const parameters of parametersOf(page, documents)) {
      await pause()
      const before = await answer(query, documents, page, parameters)
      if (before === (await answer(query, changed, page, parameters))) continue
      const href = fill(page.path, { ...parameters })
      const title = fill(page.title, { ...parameters }) ?? page.title
      if (href) found.push({ title, href: `${href}${anchor}` })
    }
  }
  return found
}

const publishedId = ({ _id }: SanityDocument) => _id.replace(/^drafts\./, '')

/** What a query finds, as text; of the affiliates' page, what the view of one program shows. */
async function answer(
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

/** The parameters of an entry in the list of pages, one for each of its documents. */
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
    current && pageAddress(document, current) === fill(path, { slug: current })
      ? [{ slug: current }]
      : [],
  )
}

/** What identifies a document, or orders it among others, rather than being shown. */
const kept = /^(_.*|slug|key|hue|order|of|about|fact)$/

/** A value with other words and figures. */
function altered(value: unknown): unknown {
  if (typeof value === 'string') return `${value}\u200b`
  if (typeof value === 'number') return value + 0.001
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(altered)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, kept.test(name) ? inner : altered(inner)]),
  )
}

/** Questions and articles are parts of pages, found by their slug. */
function anchorOf(document: SanityDocument | undefined): string {
  if (!['faqEntry', 'helpArticle'].includes(document?._type ?? '')) return ''
  const { current } = (document?.slug ?? {}) as { current?: string }
  return current ? `#${current}` : ''
}
