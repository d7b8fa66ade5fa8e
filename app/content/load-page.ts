import type { ClientReturn, QueryParams } from '@sanity/client'
import type { ContentReader } from './content-reader.ts'
import { aliasRedirect, findRedirect, readRedirects } from './site-addresses.ts'

/** A path without a page or redirect. The server caches its 404 page and sends it for all unknown paths. */
export const notFoundPath = '/-/missing'

/** The loader arguments that content needs. */
interface PageArgs {
  request: Request
  context: { content: ContentReader }
}

/**
 * Returns the result of a page's query.
 *
 * @throws the response of `notFound` if the document does not exist
 * @throws ContentError when the API is unreachable or rejects the query
 */
export async function loadPage<const Query extends string>(
  args: PageArgs,
  query: Query,
  params?: QueryParams,
): Promise<NonNullable<ClientReturn<Query>>> {
  const page = await args.context.content.fetch(query, params)
  if (!page) throw await notFound(args)
  return page
}

/**
 * Returns the response to throw from a loader for an address without a page: an alias, a redirect in the content, or a
 * 404.
 *
 * @throws ContentError when the redirects can't be read
 */
export async function notFound({ request, context }: PageArgs): Promise<Response> {
  const url = new URL(request.url)
  const redirect = aliasRedirect(url) ??
    findRedirect(await readRedirects(context.content), url) ?? { status: 404 }
  return new Response(null, redirect)
}
