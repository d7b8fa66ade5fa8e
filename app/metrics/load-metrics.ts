import type { Leads } from 'halvi-leads'
import type { Dashboard } from 'halvi-site/content/sanity.types'
import type { LiveMetricsContent } from 'halvi-site/content/shapes'
import { dayIn, startOfDayIn } from 'halvi-site/dates/day'
import { english, type Language } from 'halvi-site/language/language'
import { numberText } from 'halvi-site/language/numbers'
import { format } from 'halvi-site/words/format'
import type { Logger } from 'pino'
import {
  type Counts,
  joinedSince,
  type Metrics,
  realMetrics,
  secondsSincePing,
  simulatedMetrics,
} from './metrics.ts'

/** The parts of a loader's context that the metrics need. */
interface Context {
  leads: Pick<Leads, 'count'>
  log: Pick<Logger, 'error'>
  language?: Language
}

/** The content as queries return it, or a dashboard of the schema. */
type MaybeDashboard = LiveMetricsContent | Dashboard | null | undefined

/** A page's data for its live metrics: labels, ranges, and initial values. */
export interface LiveMetricsData {
  dashboard: Dashboard
  /** The locale of the page. */
  locale: string
  title: string
  /** Shown beside the title of illustrative metrics. */
  badge?: string | undefined
  /** Says since when applications are counted. */
  note?: string | undefined
  first: Metrics
  /** The initial number of seconds since the last ping. Absent if no ping is shown. */
  ping?: number
}

/** Returns a page's live metrics. Returns null if staff have not set them up, or if the lead store is unavailable. */
export async function loadLiveMetrics(
  context: Context,
  content: MaybeDashboard,
): Promise<LiveMetricsData | null> {
  const dashboard = content as Dashboard | null | undefined
  if (!dashboard) return null
  const { locale } = context.language ?? english
  const { title, badge, counts: copy, joinedToday: _, ...shown } = dashboard
  if (dashboard.source === 'real') {
    const counts = await countApplications(context, copy?.timeZone)
    if (!counts) return null
    return {
      // Leaves out the ranges and labels of illustrative metrics, so that they are not in the page's source.
      dashboard: { _type: 'dashboard', source: 'real' } as Dashboard,
      locale,
      title: copy?.title ?? title,
      note: countedSince(copy, counts, locale),
      first: realMetrics(dashboard, counts, locale),
    }
  }
  const { range } = dashboard.lastPing ?? {}
  const now = Date.now()
  return {
    // Without the fields that the browser does not use, so that the page is smaller.
    dashboard: shown as Dashboard,
    locale,
    title,
    badge,
    first: simulatedMetrics(dashboard, now, locale),
    ...(range ? { ping: secondsSincePing(range, now) } : {}),
  }
}

/** Returns the note with the date of the first application, in the content's time zone. */
function countedSince(
  copy: Dashboard['counts'],
  { first }: CountsWithFirst,
  locale: string,
): string | undefined {
  if (!copy?.since || !first) return undefined
  return `${copy.since} ${dayIn(copy.timeZone, Date.parse(first), locale)}`
}

/**
 * Returns how many people joined today, such as `236 joined today`. The label is a message with `{count}`, or the text
 * after the number. Returns null if staff do not show it, or if the lead store is unavailable.
 */
export async function joinedToday(
  context: Context,
  content: MaybeDashboard,
): Promise<string | null> {
  const dashboard = content as Dashboard | null | undefined
  const { label, range } = dashboard?.joinedToday ?? {}
  if (!dashboard || !label || !range) return null
  const timeZone = dashboard.counts?.timeZone
  const { locale } = context.language ?? english
  const inWords = (count: number) =>
    label.includes('{count')
      ? format(label, { count }, locale)
      : `${numberText(count, locale)} ${label}`
  const now = Date.now()
  if (dashboard.source !== 'real') {
    return inWords(joinedSince(startOfDayIn(timeZone, now), range, now))
  }
  const counts = await countApplications(context, timeZone)
  return counts && inWords(counts.today)
}

/** The counts, and the time of the first application. Absent without applications. */
type CountsWithFirst = Counts & { first?: string }

const kinds = ['waitlist', 'onboarding', 'affiliate'] as const

/**
 * Counts the applications, which contact messages are not. All affiliate programs are one kind. Days start at midnight
 * in `timeZone`, or in UTC if it is invalid. Returns null if the lead store is unavailable.
 */
async function countApplications(
  { leads, log }: Context,
  timeZone: unknown,
): Promise<CountsWithFirst | null> {
  const forms = await leads.count(new Date(startOfDayIn(timeZone, Date.now()))).catch((error) => {
    log.error({ err: error }, 'counting applications failed')
  })
  if (!forms) return null
  const counts: CountsWithFirst = { total: 0, today: 0, waitlist: 0, onboarding: 0, affiliate: 0 }
  for (const [form, { total, since, first }] of Object.entries(forms)) {
    const kind = kinds.find((name) => form === name || form.startsWith(`${name}-`))
    if (!kind) continue
    counts[kind] += total
    counts.total += total
    counts.today += since
    if (!counts.first || first < counts.first) counts.first = first
  }
  return counts
}
