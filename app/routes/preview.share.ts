import type { ActionFunctionArgs } from '@remix-run/node'
import { localPath } from '../preview/preview.ts'

/** How long a shared link is good, in milliseconds: a week. */
const linkMs = 7 * 86_400_000

/**
 * Makes a link to share: `{url, until}` for the Studio, which proves itself with a secret as for
 * `/preview/enable`; `sanity-preview-pathname` is the page. The link leads to the host that it was
 * asked from.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { preview } = context
  const headers = { 'Cache-Control': 'no-store' }
  if (!preview) return Response.json({ error: 'unavailable' }, { status: 503, headers })
  const path = await preview.enter(request.url)
  if (!path) return Response.json({ error: 'not-admitted' }, { status: 403, headers })
  const { text, until } = preview.issue('link', {
    milliseconds: linkMs,
    cookies: request.headers.get('cookie') ?? undefined,
  })
  const link = new URL('/preview/open', request.url)
  link.search = String(new URLSearchParams({ pass: text, to: localPath(path) }))
  return Response.json({ url: link.href, until }, { headers })
}
