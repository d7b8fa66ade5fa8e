import type { ContentReader } from './content.ts'
import { findRedirect } from './redirects.ts'

/** No page and no redirect has this address: the server keeps its 404 page for every one of those. */
export const notFoundPath = '/-/missing'

/**
 * The response to throw from a loader when nothing is at its address: where the content has a
 * redirect, it leads there, otherwise it is a 404, which the server writes to the log.
 *
 * @throws ContentError when the redirects can't be read
 */
export async function notFound({
  request,
  context,
}: {
  request: Request
  context: { content: ContentReader }
}): Promise<Response> {
  const redirect = await findRedirect(context.content, new URL(request.url))
  return redirect ?? new Response(null, { status: 404 })
}
