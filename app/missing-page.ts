import type { LoaderFunctionArgs } from '@remix-run/node'

/**
 * The response to throw from a loader when nothing is at its address. The path goes to the log,
 * so that a broken link is found before someone reports it.
 */
export function missingPage({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Response {
  const path = new URL(request.url).pathname
  const referrer = request.headers.get('referer') ?? undefined
  context.log.info({ path, referrer }, 'page not found')
  return new Response(null, { status: 404 })
}
