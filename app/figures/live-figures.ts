import type { Dashboard } from '../content/sanity.types.ts'
import type { SiteContext } from '../context.ts'
import type { Leads } from '../leads/leads.ts'
import { startOfDay } from './day.ts'
import {
  type Counts,
  draw,
  type Figure,
  type Figures,
  realFigures,
  simulatedFigures,
} from './figures.ts'

type Context = Pick<SiteContext, 'leads' | 'log'>
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
  { leads, log }: Context,
  dashboard: MaybeDashboard,
): Promise<LiveFigures | null> {
  if (!dashboard) return null
  const { source, lastPing } = dashboard
  if (source === 'real') {
    const counts = await countApplications(leads, dashboard).catch((error) => {
      log.error({ err: error }, 'applications not counted')
    })
    return counts ? { dashboard, first: realFigures(dashboard, counts) } : null
  }
  return {
    dashboard,
    first: simulatedFigures(dashboard, Date.now(), Math.random),
    ...(lastPing?.range ? { ping: draw(lastPing.range, Math.random) } : {}),
  }
}

/** How many people have joined today; null where staff show no such figure. */
export async function joinedToday(
  { leads, log }: Context,
  dashboard: MaybeDashboard,
): Promise<Figure | null> {
  const { label, range } = dashboard?.joinedToday ?? {}
  if (!dashboard || !label || !range) return null
  const figure = (value: number) => ({
    key: 'joinedToday',
    label,
    value: value.toLocaleString('en-US'),
  })
  if (dashboard.source !== 'real') return figure(draw(range, Math.random))
  try {
    return figure((await countApplications(leads, dashboard)).today)
  } catch (error) {
    log.error({ err: error }, 'applications not counted')
    return null
  }
}

/**
 * The applications in the lead store. A day begins in the time zone that staff have chosen. Messages
 * are no applications; those to each affiliate programme count as one kind.
 *
 * @throws when the lead store does not answer
 */
export async function countApplications(leads: Leads, dashboard: Dashboard): Promise<Counts> {
  const forms = await leads.count(new Date(today(dashboard)))
  const counts: Counts = { total: 0, today: 0, waitlist: 0, onboarding: 0, affiliate: 0 }
  for (const [form, { total, since }] of Object.entries(forms)) {
    const kind = kinds.find((name) => form === name || form.startsWith(`${name}-`))
    if (!kind) continue
    counts[kind] += total
    counts.total += total
    counts.today += since
  }
  return counts
}

const kinds = ['waitlist', 'onboarding', 'affiliate'] as const

function today({ counts }: Dashboard): number {
  const now = Date.now()
  try {
    return startOfDay(now, counts?.timeZone ?? 'UTC')
  } catch {
    // The Studio refuses a zone that is none; another program may have written it.
    return startOfDay(now, 'UTC')
  }
}
