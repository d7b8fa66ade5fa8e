import type { ClientReturn, QueryParams } from '@sanity/client'
import { english, isEnglish, type Language } from '../language/language.ts'
import type { ContentReader } from './content-reader.ts'
import type { Facts } from './fact-lookup.ts'
import { readRedirects, redirectFor } from './redirects.ts'
import type { PageFacts } from './shapes.ts'
import { readPages, type SitePage } from './site-addresses.ts'

/** A path without a page or redirect. The server caches its 404 page and sends it for all unknown paths. */
export const notFoundPath = '/-/missing'

/** The part of a request's context that the content of a page needs. */
export interface PageContext {
  /** Reads published content, or drafts for a browser in preview. */
  content: ContentReader
  /** The language of the request. */
  language: Language
  /** The path of the page, without the prefix of its language. */
  path: string
  /** Resolves to the published pages by their paths. Absent in preview. */
  pages?: (() => Promise<ReadonlyMap<string, SitePage>>) | undefined
}

/** The loader arguments that content needs. */
interface PageArgs {
  request: Request
  context: PageContext
}

/**
 * Returns the result of a page's query, with the facts that the page shows beside its texts.
 *
 * @throws the response of `notFound` if the document does not exist in the language of the request
 * @throws ContentError when the API is unreachable or rejects the query
 */
export async function loadPage<const Query extends string, Name extends FactName = never>(
  args: PageArgs,
  query: Query,
  params?: QueryParams,
  facts: readonly Name[] = [],
): Promise<NonNullable<ClientReturn<Query>> & PageFacts<Name>> {
  const { content, language } = args.context
  const page = await content.fetch(query, params)
  if (!page || !isIn(language, page)) throw await notFound(args)
  return { ...page, ...(await readFacts(content, facts)) }
}

/**
 * Returns the result of a page's query, or null if the document does not exist. Without it, the English page shows
 * default texts.
 *
 * @throws the response of `notFound` if the document does not exist in another language
 */
export async function loadOptional<const Query extends string, Name extends FactName = never>(
  args: PageArgs,
  query: Query,
  facts: readonly Name[] = [],
): Promise<(NonNullable<ClientReturn<Query>> & PageFacts<Name>) | null> {
  const { content } = args.context
  const page = await content.fetch(query)
  if (!isEnglish(args.context.language) && !(page && isIn(args.context.language, page)))
    throw await notFound(args)
  return page && { ...page, ...(await readFacts(content, facts)) }
}

/** The name of a fact, or of a part of the settings. */
type FactName = keyof Facts

async function readFacts<Name extends FactName>(
  content: Pick<ContentReader, 'fact'>,
  names: readonly Name[],
): Promise<PageFacts<Name>> {
  const read = names.map(async (name) => [name, await content.fact(name)] as const)
  return Object.fromEntries(await Promise.all(read)) as PageFacts<Name>
}

/** Returns whether the result of a page's query has its texts in a language. */
export const isIn = ({ code }: Language, page: object): boolean =>
  (('language' in page && page.language) || english.code) === code

/**
 * Returns the response to throw from a loader for an address without a page: an alias, a redirect in the content, the
 * English page of an address in another language, or a 404.
 *
 * @throws ContentError when the redirects can't be read
 */
export async function notFound({ request, context }: PageArgs): Promise<Response> {
  const { origin, search } = new URL(request.url)
  const { content, language, path } = context
  const [redirects, pages] = await Promise.all([
    readRedirects(content),
    context.pages?.() ?? readPages(content),
  ])
  const redirect = redirectFor({ language, path, search }, origin, { redirects, pages })
  return new Response(null, redirect ?? { status: 404 })
}
