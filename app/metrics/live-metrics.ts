import type { Dashboard } from '../content/sanity.types.ts'
import type { SiteContext } from '../context.ts'
import { type Metric, type Metrics, randomInt, realMetrics, simulatedMetrics } from './metrics.ts'

type Context = Pick<SiteContext, 'liveCounts' | 'log'>
type MaybeDashboard = Dashboard | null | undefined

/** What a page needs for its live metrics: their copy and bounds, and the first of them. */
export interface LiveMetricsData {
  dashboard: Dashboard
  first: Metrics
  /** Seconds since the last ping at first; absent where none is shown. */
  ping?: number
}

/**
 * The live metrics for a page's loader; null while staff have not described them or the lead store
 * does not answer: no page fails for its metrics.
 */
export async function loadLiveMetrics(
  { liveCounts, log }: Context,
  dashboard: MaybeDashboard,
): Promise<LiveMetricsData | null> {
  if (!dashboard) return null
  const { source, lastPing } = dashboard
  if (source === 'real') {
    const counts = await liveCounts.read(dashboard.counts?.timeZone).catch((error) => {
      log.error({ err: error }, 'applications not counted')
    })
    if (!counts) return null
    // Nothing is illustrative then: the note is not even in the page's source.
    return { dashboard: { ...dashboard, note: '' }, first: realMetrics(dashboard, counts) }
  }
  // What the browser makes no use of: a page is lighter without.
  const { counts: _, joinedToday: __, ...shown } = dashboard
  return {
    dashboard: shown,
    first: simulatedMetrics(dashboard, Date.now(), Math.random),
    ...(lastPing?.range ? { ping: randomInt(lastPing.range, Math.random) } : {}),
  }
}

/** How many people have joined today; null where staff show no such metric. */
export async function joinedToday(
  { liveCounts, log }: Context,
  dashboard: MaybeDashboard,
): Promise<Metric | null> {
  const { label, range } = dashboard?.joinedToday ?? {}
  if (!dashboard || !label || !range) return null
  const metric = (value: number) => ({
    key: 'joinedToday',
    label,
    value: value.toLocaleString('en-US'),
  })
  if (dashboard.source !== 'real') return metric(randomInt(range, Math.random))
  try {
    return metric((await liveCounts.read(dashboard.counts?.timeZone)).today)
  } catch (error) {
    log.error({ err: error }, 'applications not counted')
    return null
  }
}
