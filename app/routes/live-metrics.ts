import type { LoaderFunctionArgs } from '@remix-run/node'
import { DASHBOARD_QUERY } from '../content/queries/settings.ts'
import { withUnavailable } from '../content/unavailable.ts'

/**
 * Streams the real counts. `204` while staff show illustrative metrics or for HEAD; `503` with `Retry-After` for too many
 * listeners, whose metrics stay as they came.
 */
export const loader = withUnavailable(async ({ request, context }: LoaderFunctionArgs) => {
  const { content, liveCounts, clientNetwork: network, connection } = context
  const refused = liveCounts.refusal(network)
  if (refused) return refused
  const dashboard = await content.fetch(DASHBOARD_QUERY)
  if (dashboard?.source !== 'real' || request.method === 'HEAD') {
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  }
  const timeZone = dashboard.counts?.timeZone
  return liveCounts.stream({ network, timeZone, leaving: request.signal, connection })
})
