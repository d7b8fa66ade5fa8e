import type { Dashboard } from '../content/sanity.types.ts'
import type { SiteContext } from '../context.ts'
import { type Figure, type Figures, randomInt, realFigures, simulatedFigures } from './figures.ts'

type Context = Pick<SiteContext, 'liveCounts' | 'log'>
type MaybeDashboard = Dashboard | null | undefined

/** What a page needs for its live figures: their words and bounds, and the first of them. */
export interface LiveFigures {
  dashboard: Dashboard
  first: Figures
  /** Seconds since the last ping at first; absent where none is shown. */
  ping?: number
}

/**
 * The live figures for a page's loader; null while staff have not described them or the lead store
 * does not answer: no page fails for its figures.
 */
export async function liveFigures(
  { liveCounts, log }: Context,
  dashboard: MaybeDashboard,
): Promise<LiveFigures | null> {
  if (!dashboard) return null
  const { source, lastPing } = dashboard
  if (source === 'real') {
    const counts = await liveCounts.read(dashboard.counts?.timeZone).catch((error) => {
      log.error({ err: error }, 'applications not counted')
    })
    return counts ? { dashboard, first: realFigures(dashboard, counts) } : null
  }
  return {
    dashboard,
    first: simulatedFigures(dashboard, Date.now(), Math.random),
    ...(lastPing?.range ? { ping: randomInt(lastPing.range, Math.random) } : {}),
  }
}

/** How many people have joined today; null where staff show no such figure. */
export async function joinedToday(
  { liveCounts, log }: Context,
  dashboard: MaybeDashboard,
): Promise<Figure | null> {
  const { label, range } = dashboard?.joinedToday ?? {}
  if (!dashboard || !label || !range) return null
  const figure = (value: number) => ({
    key: 'joinedToday',
    label,
    value: value.toLocaleString('en-US'),
  })
  if (dashboard.source !== 'real') return figure(randomInt(range, Math.random))
  try {
    return figure((await liveCounts.read(dashboard.counts?.timeZone)).today)
  } catch (error) {
    log.error({ err: error }, 'applications not counted')
    return null
  }
}
