import type { LoaderFunctionArgs } from '@remix-run/node'
import { DASHBOARD_QUERY } from '../content/queries/settings.ts'
import { streamCounts } from '../figures/count-stream.ts'
import { countApplications } from '../figures/live-figures.ts'

/**
 * The real counts as server-sent events. `204`, which tells a browser not to come back, while staff
 * show illustrative figures: the counts are theirs to publish. A HEAD has no events to wait for.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content, leads, log, stopping } = context
  const dashboard = await content.fetch(DASHBOARD_QUERY)
  if (dashboard?.source !== 'real' || request.method === 'HEAD') {
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  }
  return streamCounts({
    read: () => countApplications(leads, dashboard),
    onChange: leads.onStored,
    until: [request.signal, stopping],
    onError: (error) => log.error({ err: error }, 'applications not counted'),
  })
}
