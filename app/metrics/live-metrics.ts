import type { Logger } from 'pino'
import type { Dashboard } from '../content/sanity.types.ts'
import { dayIn, startOfDayIn } from '../dates/day.ts'
import type { LiveCounts } from './live-counts.ts'
import {
  joinedSince,
  type Metric,
  type Metrics,
  realMetrics,
  secondsSincePing,
  simulatedMetrics,
} from './metrics.ts'
import type { CountsSince } from './shared-counts.ts'

/** What is used of a loader's context. */
interface Context {
  liveCounts: Pick<LiveCounts, 'read'>
  log: Pick<Logger, 'error'>
}

type MaybeDashboard = Dashboard | null | undefined

/** What a page needs for its live metrics: their copy and bounds, and the first of them. */
export interface LiveMetricsData {
  dashboard: Dashboard
  title: string
  /** Stands beside the title of illustrative metrics. */
  badge?: string | undefined
  /** That they are illustrative, or since when they are counted. */
  note?: string | undefined
  first: Metrics
  /** Seconds since the last ping at first; absent where none is shown. */
  ping?: number
}

/** Returns the live metrics for a page; null without a description by staff, or while the lead store does not answer. */
export async function loadLiveMetrics(
  { liveCounts, log }: Context,
  dashboard: MaybeDashboard,
): Promise<LiveMetricsData | null> {
  if (!dashboard) return null
  const { title, badge, note, counts: copy, joinedToday: _, ...shown } = dashboard
  if (dashboard.source === 'real') {
    const counts = await liveCounts.read(copy?.timeZone).catch((error) => {
      log.error({ err: error }, 'applications not counted')
    })
    if (!counts) return null
    return {
      // Nothing is illustrative then: no bound and no word of it is even in the page's source.
      dashboard: { _type: 'dashboard', source: 'real', counts: copy } as Dashboard,
      title: copy?.title ?? title,
      note: countedSince(copy, counts),
      first: realMetrics(dashboard, counts),
    }
  }
  const { range } = dashboard.lastPing ?? {}
  const now = Date.now()
  return {
    // What the browser makes no use of is left out: a page is lighter without.
    dashboard: shown as Dashboard,
    title,
    badge,
    note,
    first: simulatedMetrics(dashboard, now),
    ...(range ? { ping: secondsSincePing(range, now) } : {}),
  }
}

/** The day of the first application that is counted, in the words and the time zone of the content. */
function countedSince(copy: Dashboard['counts'], { first }: CountsSince): string | undefined {
  if (!copy?.since || !first) return undefined
  return `${copy.since} ${dayIn(copy.timeZone, Date.parse(first))}`
}

/** How many people have joined today; null where staff show no such metric. */
export async function joinedToday(
  { liveCounts, log }: Context,
  dashboard: MaybeDashboard,
): Promise<Metric | null> {
  const { label, range } = dashboard?.joinedToday ?? {}
  if (!dashboard || !label || !range) return null
  const timeZone = dashboard.counts?.timeZone
  const metric = (value: number) => ({
    key: 'joinedToday',
    label,
    value: value.toLocaleString('en-US'),
  })
  const now = Date.now()
  if (dashboard.source !== 'real') {
    return metric(joinedSince(startOfDayIn(timeZone, now), range, now))
  }
  try {
    return metric((await liveCounts.read(timeZone)).today)
  } catch (error) {
    log.error({ err: error }, 'applications not counted')
    return null
  }
}
