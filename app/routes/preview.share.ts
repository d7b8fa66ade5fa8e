import type { ActionFunctionArgs } from '@remix-run/node'
import { localPath } from 'halvi-site/preview/preview'

/**
 * Creates a preview link for a signed-in staff member: `{url, until}`. `sanity-preview-pathname` is the page's path,
 * `sanity-preview-perspective` the releases to show.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { preview } = context
  const headers = { 'Cache-Control': 'no-store' }
  if (!preview) return Response.json({ error: 'unavailable' }, { status: 503, headers })
  const by = await context.previewOwner?.()
  if (!by) return Response.json({ error: 'not-admitted' }, { status: 403, headers })
  const path = localPath(new URL(request.url).searchParams.get('sanity-preview-pathname') ?? '/')
  const { text, until } = await preview.share(path, by, request.url)
  const link = new URL('/preview/open', request.url)
  link.search = String(new URLSearchParams({ pass: text, to: path }))
  return Response.json({ url: link.href, until }, { headers })
}
