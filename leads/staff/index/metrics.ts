import type { Funnel, LeadMetrics, LeadMetricsQuery } from '../../contract/contract.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { deliveryTimes } from './entries/entry.ts'
import type { IndexDatabase } from './index-database.ts'
import { facetNames } from './metric-changes.ts'
import { spansOf } from './spans.ts'

/** Maximum number of cities, sources, and campaigns shown: those with the most leads. */
const maxShown = 50

/**
 * Returns the metrics of leads that arrived on given days in UTC, without spam. Erased leads count as leads, but not
 * by their fields.
 */
export async function readMetrics(
  { database }: Pick<IndexDatabase, 'database'>,
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
export async function readFunnel(
  { database }: Pick<IndexDatabase, 'database'>,
  query: LeadMetricsQuery,
): Promise<Funnel> {
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

/** Returns the number of leads by facet and value. */
function sums(database: LeadDatabase, query: LeadMetricsQuery) {
  const spans = spansOf(query)
  return (
    database
      .selectFrom('lead_figure')
      .select(({ fn }) => ['facet', 'value', fn.sum<number>('leads').as('leads')])
      // Listed explicitly, so that only the primary key's index is read.
      .where('facet', 'in', facetNames)
      .where((row) =>
        row.or(
          spans.map(({ low, high }) => row.and([row('day', '>=', low), row('day', '<', high)])),
        ),
      )
      .$if(query.form !== undefined, (rows) => rows.where('form', '=', query.form ?? ''))
      .groupBy(['facet', 'value'])
      .execute()
  )
}

/** Returns the number of leads by day and form. */
function days(database: LeadDatabase, { from = '0', to = '9', form }: LeadMetricsQuery) {
  return database
    .selectFrom('lead_figure')
    .select(['day', 'form', 'leads'])
    .where('facet', '=', 'form')
    .where((row) => row.between('day', from, to))
    .where('leads', '>', 0)
    .$if(form !== undefined, (rows) => rows.where('form', '=', form ?? ''))
    .orderBy('day')
    .orderBy('form')
    .execute()
}

/** Returns the numbers of page views and opened forms, by campaign. */
function readVisits(database: LeadDatabase, { from = '0', to = '9' }: LeadMetricsQuery) {
  return (
    database
      .selectFrom('lead_visit')
      .select(({ fn }) => [
        'campaign',
        fn.sum<number>('seen').as('seen'),
        fn.sum<number>('opened').as('opened'),
      ])
      // An hour begins with its day.
      .where((row) => row.between('hour', from, `${to}~`))
      .groupBy('campaign')
      .execute()
  )
}
