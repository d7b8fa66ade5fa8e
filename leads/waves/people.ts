import type { WavePeople } from '../contract/waves.ts'
import { TooManyLeadsError } from '../errors.ts'
import { pagesOf } from '../staff/erase/empty-leads.ts'
import { findIds } from '../staff/find-ids.ts'
import type { LeadIndex } from '../staff/index/lead-index.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { StoreContext } from '../store/store-context.ts'
import { invitableInSql } from '../store/wave-counts.ts'

/** Maximum number of leads that a filter may match, which takes a few seconds to read. */
const maxMatches = 100_000
const tooMany = `The filter matches more than ${maxMatches.toLocaleString('en-US')} leads. Narrow it`
/** Maximum number of people in a wave of filtered or chosen leads. */
const maxChosen = 10_000
/** Number of people that are shown. */
const maxShown = 100

/**
 * Returns the people who can be invited, in the order of their ranks. An index of those who wait has this order, so that
 * the first are found without reading the others.
 */
export const invitable = (within: LeadDatabase) =>
  within
    .selectFrom('lead_applicant')
    .select(personColumns)
    .where('confirmed_seq', 'is not', null)
    .where('invited_at', 'is', null)
    .where('unsubscribed_at', 'is', null)
    .where('bounced_at', 'is', null)
    .where('address', 'is not', null)
    .orderBy('referrals', 'desc')
    .orderBy('confirmed_seq')

const personColumns = ['id', 'name', 'email', 'referrals', 'confirmed_seq', 'mailbox'] as const
type Person = Awaited<ReturnType<ReturnType<typeof invitable>['execute']>>[number]

/**
 * Chooses people: the next ones on the list, or those with leads that match a filter or have these ids. Resolves to
 * their number, the first of them, the number of others by the reason why they are left out, and for chosen leads to the
 * ids of all in the order of their ranks.
 *
 * @throws TooManyLeadsError when there are too many
 */
export async function choosePeople(
  { database }: Pick<StoreContext, 'database'>,
  index: Pick<LeadIndex, 'list' | 'countInvitable'>,
  { count, filter, ids }: WavePeople,
) {
  if (!ids && !filter) {
    const { ok = 0, ...leftOut } = await index.countInvitable()
    const first = await invitable(database).limit(Math.min(count, maxShown)).execute()
    return { total: Math.min(count, ok), first, leftOut }
  }
  const people = new Map<string, Person>()
  const leftOut = new Map<string, Set<string>>()
  const list: LeadIndex['list'] = (query) => index.list(query)
  const chosen = ids ?? (await findIds(list, filter ?? {}, maxMatches, tooMany))
  for await (const some of pagesOf(chosen)) {
    const rows = await database
      .selectFrom('lead')
      .leftJoin('lead_applicant', 'lead_applicant.id', 'lead.applicant_id')
      .select(['lead.id as lead', 'address', invitableInSql('lead').as('reason')])
      .select(personColumns.map((name) => `lead_applicant.${name}` as const))
      .where('lead.id', 'in', some)
      .where('lead.state', '!=', 'erased')
      .execute()
    for (const { lead, reason, ...row } of rows) {
      if (reason === 'ok') people.set(row.id ?? '', row as Person)
      else leftOut.set(reason, (leftOut.get(reason) ?? new Set()).add(row.id ?? lead))
    }
  }
  const ranked = [...people.values()].sort(byRank).slice(0, count)
  if (ranked.length > maxChosen) {
    const most = maxChosen.toLocaleString('en-US')
    throw new TooManyLeadsError(`A wave of chosen leads has at most ${most} people. Invite fewer`)
  }
  return {
    total: ranked.length,
    first: ranked.slice(0, maxShown),
    ids: ranked.map(({ id }) => id),
    leftOut: Object.fromEntries([...leftOut].map(([reason, ids]) => [reason, ids.size])),
  }
}

const byRank = (one: Person, other: Person) =>
  other.referrals - one.referrals || (one.confirmed_seq ?? 0) - (other.confirmed_seq ?? 0)
