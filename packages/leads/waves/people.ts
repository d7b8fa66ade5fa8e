import { sql } from 'kysely'
import type { WavePeople } from '../contract/waves.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { slicesOf } from '../store/pages.ts'

/** Number of ids in one query. */
const batch = 500

/**
 * Chooses the people with some leads, or the first ones on the list, in the order of their ranks. Each mailbox is chosen
 * once, and none of `except`.
 */
export async function choosePeople(
  within: LeadDatabase,
  { count, ids }: WavePeople,
  except: readonly string[] = [],
) {
  const invitable = within
    .selectFrom('lead_applicant')
    .select(['id', 'name', 'email', 'language', 'referrals', 'confirmed_seq', 'mailbox'])
    .where('confirmed_seq', 'is not', null)
    .where('invited_at', 'is', null)
    .where('unsubscribed_at', 'is', null)
    .where('bounced_at', 'is', null)
    .where('address', 'is not', null)
    .orderBy('referrals', 'desc')
    .orderBy('confirmed_seq')
    .limit(count)
  const found = ids ? [] : await invitable.execute()
  for (const some of slicesOf(ids ?? [], batch)) {
    const applicants = within
      .selectFrom('lead')
      .select('applicant_id')
      .where('id', 'in', some)
      .where('confirmed_at', 'is not', null)
      .where('state', '!=', 'erased')
    found.push(...(await invitable.where('id', 'in', applicants).execute()))
  }
  const mailboxes = new Set(except)
  const isFirst = ({ mailbox }: { mailbox: string }) =>
    !mailboxes.has(mailbox) && mailboxes.add(mailbox)
  return found.sort(byRank).filter(isFirst).slice(0, count)
}

type Ranked = { referrals: number; confirmed_seq: number | null }
const byRank = (one: Ranked, other: Ranked) =>
  other.referrals - one.referrals || (one.confirmed_seq ?? 0) - (other.confirmed_seq ?? 0)

/** Counts the people, of some leads or in all, who can't be invited, by the reason. */
export async function countLeftOut(
  database: LeadDatabase,
  { ids }: WavePeople,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const some of ids ? slicesOf(ids, batch) : [undefined]) {
    const confirmedAt = sql.ref(some ? 'lead.confirmed_at' : 'lead_applicant.confirmed_at')
    const reason = sql<string>`case when ${confirmedAt} is null then 'unconfirmed'
      when invited_at is not null then 'invited' when unsubscribed_at is not null then 'unsubscribed'
      when bounced_at is not null then 'refused' else 'ok' end`
    const people = sql`count(distinct coalesce(lead_applicant.id, ${some ? sql.ref('lead.id') : sql`''`}))`
    const from = some
      ? sql`lead left join lead_applicant on lead_applicant.id = lead.applicant_id
          where lead.state <> 'erased' and lead.id in (${sql.join(some)})`
      : sql`lead_applicant where address is not null`
    const { rows } = await sql<{ reason: string; people: number | string }>`
      select ${reason} as reason, ${people} as people from ${from} group by 1`.execute(database)
    for (const row of rows) counts[row.reason] = (counts[row.reason] ?? 0) + Number(row.people)
  }
  const { ok: _, ...leftOut } = counts
  return leftOut
}
