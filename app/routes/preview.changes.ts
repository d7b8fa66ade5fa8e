import type { LoaderFunctionArgs } from '@remix-run/node'
import { streamChanges } from '../preview/change-stream.ts'

/** Streams content changes to a page in preview as server-sent events. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { preview, previewSession, log, shutdownSignal } = context
  if (!preview || !previewSession) {
    return new Response(null, { status: 403, headers: { 'Cache-Control': 'no-store' } })
  }
  if (request.method === 'HEAD') return new Response(null)
  const cookies = request.headers.get('cookie') ?? undefined
  return streamChanges({
    changes: preview.changes,
    closeSignals: shutdownSignal ? [request.signal, shutdownSignal] : [request.signal],
    sessionMs: previewSession.until - Date.now(),
    isSessionValid: async () => (await preview.sessionOf(cookies)) !== undefined,
    onError: (error) => log.error({ err: error }, 'draft changes subscription failed'),
  })
}
