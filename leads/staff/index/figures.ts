import type { Kysely } from 'kysely'
import type { Figures, FiguresQuery, Funnel } from '../../contract/contract.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import { deliveryTimes } from './entries/entry.ts'
import { facetNames } from './figure-changes.ts'
import type { IndexDatabase } from './index-database.ts'
import { spansOf } from './spans.ts'

/** So many cities, sources and campaigns are shown, those with the most leads. */
const most = 50

/**
 * What the charts show of leads that came on days of UTC, spam left out. Those that were erased are
 * counted as leads, and by no field of theirs.
 */
export async function readFigures(
  { database }: Pick<IndexDatabase, 'database'>,
  query: FiguresQuery,
): Promise<Figures> {
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
    cities: of('city').slice(0, most),
    sources: of('source').slice(0, most),
    campaigns: of('campaign').slice(0, most),
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
 * How many went on at each step, by campaign, those without one under ''. What is seen and opened is
 * counted by page and not by form.
 */
export async function readFunnel(
  { database }: Pick<IndexDatabase, 'database'>,
  query: FiguresQuery,
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
  return { campaigns: all.slice(0, most) }
}

/** How many leads have each value of each facet. */
function sums(database: Kysely<LeadTables>, query: FiguresQuery) {
  const spans = spansOf(query)
  return (
    database
      .selectFrom('lead_figure')
      .select(({ fn }) => ['facet', 'value', fn.sum<number>('leads').as('leads')])
      // Named, so that each is read from the index alone.
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

/** How many leads came on each day. */
function days(database: Kysely<LeadTables>, { from = '0', to = '9', form }: FiguresQuery) {
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

/** How often pages were seen and forms opened, by campaign. */
function readVisits(database: Kysely<LeadTables>, { from = '0', to = '9' }: FiguresQuery) {
  return (
    database
      .selectFrom('lead_visit')
      .select(({ fn }) => [
        'campaign',
        fn.sum<number>('seen').as('seen'),
        fn.sum<number>('opened').as('opened'),
      ])
      // Hours begin with their day.
      .where((row) => row.between('hour', from, `${to}~`))
      .groupBy('campaign')
      .execute()
  )
}
