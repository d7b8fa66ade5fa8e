import type { LoaderFunctionArgs } from '@remix-run/node'
import { findRedirect } from './redirects.ts'

/**
 * The response to throw from a loader when nothing is at its address: where the content has a
 * redirect, it leads there, otherwise it is a 404. The path of a 404 goes to the log, so that a
 * broken link is found before someone reports it.
 *
 * @throws ContentError when the redirects can't be read
 */
export async function missingPage({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<Response> {
  const url = new URL(request.url)
  const redirect = await findRedirect(context.content, url)
  if (redirect) return redirect
  const referrer = request.headers.get('referer') ?? undefined
  context.log.info({ path: url.pathname, referrer }, 'page not found')
  return new Response(null, { status: 404 })
}
