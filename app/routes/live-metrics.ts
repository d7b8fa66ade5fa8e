import type { LoaderFunctionArgs } from '@remix-run/node'
import { DASHBOARD_QUERY } from '../content/queries/settings.ts'
import { withUnavailable } from '../content/unavailable.ts'

/**
 * Streams the real counts. Responds `204` for HEAD, and while the site shows illustrative metrics. Responds `503`
 * with `Retry-After` if a limit of streams is reached; then the page keeps its initial metrics.
 */
export const loader = withUnavailable(async ({ request, context }: LoaderFunctionArgs) => {
  const { content, liveCounts, clientNetwork: network, connection } = context
  const rejection = liveCounts.checkLimits(network)
  if (rejection) return rejection
  const dashboard = await content.fetch(DASHBOARD_QUERY)
  if (dashboard?.source !== 'real' || request.method === 'HEAD') {
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  }
  const timeZone = dashboard.counts?.timeZone
  return liveCounts.stream({ network, timeZone, disconnectSignal: request.signal, connection })
})
