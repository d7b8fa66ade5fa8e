import type { LoaderFunctionArgs } from '@remix-run/node'
import { streamChanges } from '../preview/change-stream.ts'

/** Tells a page in preview that content has changed, as server-sent events without data. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { preview, previewSession, log, shutdownSignal } = context
  if (!preview || !previewSession) {
    return new Response(null, { status: 403, headers: { 'Cache-Control': 'no-store' } })
  }
  if (request.method === 'HEAD') return new Response(null)
  const cookies = request.headers.get('cookie') ?? undefined
  return streamChanges({
    changes: preview.changes,
    until: [request.signal, shutdownSignal],
    longestMs: previewSession.until - Date.now(),
    isCurrent: async () => (await preview.sessionOf(cookies)) !== undefined,
    onError: (error) => log.error({ err: error }, 'changes to drafts are not heard of'),
  })
}
