import type { Figures, FiguresQuery, Funnel } from '../../contract/contract.ts'
import { deliveryTimes } from './entries/delivery-time.ts'
import type { IndexDatabase } from './index-database.ts'
import { spansOf } from './spans.ts'

/** So many cities, sources and campaigns are shown, those with the most leads. */
const most = 50

/**
 * What the charts show of leads that came on days of UTC, spam left out. Those that were erased are
 * counted as leads, and by no field of theirs.
 */
export async function readFigures(index: IndexDatabase, query: FiguresQuery): Promise<Figures> {
  const counted = await index.sums(spansOf(query), query.form)
  const of = (facet: string) =>
    counted
      .filter((row) => row.facet === facet && row.value !== '')
      .map(({ value, leads }) => ({ value, leads }))
      .sort((one, other) => other.leads - one.leads || (one.value < other.value ? -1 : 1))
  const sum = (facet: string) =>
    counted.reduce((all, row) => all + (row.facet === facet ? row.leads : 0), 0)
  const took = new Map(of('took').map(({ value, leads }) => [value, leads]))
  return {
    days: await index.days(query),
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
export async function readFunnel(index: IndexDatabase, query: FiguresQuery): Promise<Funnel> {
  const [counted, visits] = await Promise.all([
    index.sums(spansOf(query), query.form),
    index.visits(query),
  ])
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
