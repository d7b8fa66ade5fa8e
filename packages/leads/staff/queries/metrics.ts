import { sql } from 'kysely'
import type { Funnel, LeadMetrics, LeadMetricsQuery } from '../../contract/metrics.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { deliveryTimes, facetNames } from '../../store/derived/facets.ts'
import { monthKey } from '../../store/derived/sums.ts'

/** Maximum number of cities, sources, and campaigns shown: those with the most leads. */
const maxShown = 50

/**
 * Returns the metrics of leads that arrived on given days in UTC, without spam. Erased leads count as leads, but not
 * by their fields.
 */
export async function readMetrics(
  database: LeadDatabase,
  query: LeadMetricsQuery,
): Promise<LeadMetrics> {
  const counted = await sums(database, query)
  const of = (facet: string) =>
    counted
      .filter((row) => row.facet === facet && row.value !== '')
      .map(({ value, leads }) => ({ value, leads }))
      .sort((one, other) => other.leads - one.leads || (one.value < other.value ? -1 : 1))
  const sum = (facet: string) =>
    counted.reduce((all, row) => all + (row.facet === facet ? row.leads : 0), 0)
  const took = new Map(of('took').map(({ value, leads }) => [value, leads]))
  return {
    days: await days(database, query),
    interests: of('interest'),
    services: of('service'),
    businessTypes: of('businessType'),
    cities: of('city').slice(0, maxShown),
    sources: of('source').slice(0, maxShown),
    campaigns: of('campaign').slice(0, maxShown),
    languages: of('language'),
    timeToDeliver: [...deliveryTimes, null].map((upTo) => ({
      upTo,
      leads: took.get(upTo === null ? 'more' : String(upTo)) ?? 0,
    })),
    statuses: of('status'),
    total: sum('form'),
    contacted: sum('contacted'),
  }
}

/**
 * Returns the number of leads at each step by campaign; '' for those without a campaign. Views and openings are
 * counted by page, not by form.
 */
export async function readFunnel(database: LeadDatabase, query: LeadMetricsQuery): Promise<Funnel> {
  const [counted, visits] = await Promise.all([sums(database, query), readVisits(database, query)])
  const steps = { campaign: 'stored', contacted: 'contacted', accepted: 'accepted' } as const
  const campaigns = new Map<string, Funnel['campaigns'][number]>()
  const row = (campaign: string) => {
    const none = { campaign, seen: 0, opened: 0, stored: 0, contacted: 0, accepted: 0 }
    const found = campaigns.get(campaign) ?? none
    campaigns.set(campaign, found)
    return found
  }
  for (const { campaign, seen, opened } of visits) {
    row(campaign).seen += seen
    row(campaign).opened += opened
  }
  for (const { facet, value, leads } of counted) {
    if (Object.hasOwn(steps, facet)) row(value)[steps[facet as keyof typeof steps]] += leads
  }
  const all = [...campaigns.values()].sort(
    (one, other) => other.stored - one.stored || other.seen - one.seen,
  )
  return { campaigns: all.slice(0, maxShown) }
}

/** Returns a version that increases with each stored or changed lead. */
export async function readVersion(database: LeadDatabase) {
  const { rows } = await sql<{ version: number | string }>`select
    coalesce(sum(leads), 0) as version from lead_sum where facet = 'version'`.execute(database)
  return { version: Number(rows[0]?.version) }
}

/** Returns the number of leads by facet and value. */
async function sums(database: LeadDatabase, query: LeadMetricsQuery) {
  const spans = spansOf(query)
  const rows = await database
    .selectFrom('lead_sum')
    .select(({ fn }) => ['facet', 'value', fn.sum('leads').as('leads')])
    // Listed explicitly, so that only the primary key's index is read.
    .where('facet', 'in', facetNames)
    .where((row) =>
      row.or(spans.map(({ low, high }) => row.and([row('day', '>=', low), row('day', '<', high)]))),
    )
    .$if(query.form !== undefined, (rows) => rows.where('form', '=', query.form ?? ''))
    .groupBy(['facet', 'value'])
    .execute()
  // PostgreSQL returns large numbers as text.
  return rows.map((row) => ({ ...row, leads: Number(row.leads) })).filter(({ leads }) => leads > 0)
}

/**
 * Returns days in UTC, both inclusive, as ranges of `lead_sum.day`, from `low` (inclusive) to `high` (exclusive): days of
 * the first and last month, and the months in between.
 */
function spansOf({ from = '0000-01-01', to = '9999-12-31' }: LeadMetricsQuery) {
  if (from > to) return []
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  if (first === last) return [{ low: from, high: `${to}~` }]
  return [
    { low: from, high: `${first}~` },
    { low: `${monthKey(from)}~`, high: monthKey(to) },
    { low: last, high: `${to}~` },
  ]
}

/** Returns the number of leads by day and form. */
async function days(database: LeadDatabase, { from = '0', to = '9', form }: LeadMetricsQuery) {
  const rows = await database
    .selectFrom('lead_sum')
    .select(({ fn }) => ['day', 'form', fn.sum('leads').as('leads')])
    .where('facet', '=', 'form')
    .where((row) => row.between('day', from, to))
    .$if(form !== undefined, (rows) => rows.where('form', '=', form ?? ''))
    .groupBy(['day', 'form'])
    .orderBy('day')
    .orderBy('form')
    .execute()
  return rows.map((row) => ({ ...row, leads: Number(row.leads) })).filter(({ leads }) => leads > 0)
}

/** Returns the numbers of page views and opened forms, by campaign. */
async function readVisits(database: LeadDatabase, { from = '0', to = '9' }: LeadMetricsQuery) {
  const rows = await database
    .selectFrom('lead_visit')
    .select(({ fn }) => ['campaign', fn.sum('seen').as('seen'), fn.sum('opened').as('opened')])
    // An hour begins with its day.
    .where((row) => row.between('hour', from, `${to}~`))
    .groupBy('campaign')
    .execute()
  return rows.map((row) => ({ ...row, seen: Number(row.seen), opened: Number(row.opened) }))
}
