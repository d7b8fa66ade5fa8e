import { addressOf } from '../../applicants/address.ts'
import { findOrAddApplicant } from '../../applicants/applicant.ts'
import { confirmLead } from '../../applicants/confirm.ts'
import { leadId } from '../../lead.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { addFraud } from './fraud.ts'
import { addHonest } from './honest.ts'
import { inventor, type LabeledReferral } from './people.ts'

/** Returns labeled referrals, the same for the same seed. */
export function labeledReferrals(seed: number, size: number): LabeledReferral[] {
  const people: LabeledReferral[] = []
  const add = (person: Omit<LabeledReferral, 'key'>) =>
    people.push({ key: people.length, ...person }) - 1
  const invent = inventor(seed)
  const start = Date.parse('2026-03-01T08:00:00Z')
  addHonest(invent, add, start, size)
  addFraud(invent, add, start, Math.ceil(size / 6))
  return people
}

/** A referral's result: whether its referrer has the credit. */
export interface CreditedReferral extends LabeledReferral {
  id: string
  isCredited: boolean
  reason: string | null
}

/** Records and confirms all referrals, in the order of their times. Leaves out repeated addresses. */
export async function creditAll(
  database: LeadDatabase,
  people: readonly LabeledReferral[],
): Promise<CreditedReferral[]> {
  const ids = new Map<number, { id: string; lead: string; code: string | null }>()
  const events = people
    .flatMap((person) => [
      { person, at: person.appliedAt, isConfirmation: false },
      ...(person.confirmedAt ? [{ person, at: person.confirmedAt, isConfirmation: true }] : []),
    ])
    .toSorted((a, b) => a.at - b.at)
  for (let start = 0; start < events.length; start += 200) {
    await database.transaction().execute(async (within) => {
      for (const { person, at, isConfirmation } of events.slice(start, start + 200)) {
        const applied = ids.get(person.key)
        if (!isConfirmation) {
          const code = person.referrer === undefined ? null : ids.get(person.referrer)?.code
          const added = await apply(within, person, code ?? null)
          if (added) ids.set(person.key, { ...added, code: null })
        } else if (applied) {
          const clock = { wall: () => at, monotonic: () => at }
          const row = await confirmLead(within, clock, applied.lead)
          ids.set(person.key, { ...applied, code: row?.code ?? null })
        }
      }
    })
  }
  const rows = await database
    .selectFrom('lead_applicant')
    .select(['id', 'credit', 'credit_reason', 'referred_by'])
    .where('referred_by', 'is not', null)
    .where('confirmed_at', 'is not', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return people.flatMap((person) => {
    const row = byId.get(ids.get(person.key)?.id ?? '')
    return row
      ? [{ ...person, id: row.id, isCredited: row.credit === 'given', reason: row.credit_reason }]
      : []
  })
}

async function apply(
  within: LeadDatabase,
  { name, email, network, appliedAt }: LabeledReferral,
  code: string | null,
): Promise<{ id: string; lead: string } | undefined> {
  const fingerprint = addressOf(email)
  const known = within.selectFrom('lead').select('id').where('fingerprint', '=', fingerprint)
  if (await known.executeTakeFirst()) return undefined
  const { id } = await findOrAddApplicant(within, { name, email }, appliedAt)
  const lead = leadId(appliedAt)
  await within
    .insertInto('lead')
    .values({
      ...{ id: lead, form: 'waitlist', fingerprint },
      ...{ payload: JSON.stringify({ name, email }), spam: 0, state: 'stored', attempts: 0 },
      ...{ created_at: new Date(appliedAt).toISOString(), applicant_id: id },
      ...{ referral_code: code, referral_network: network },
    })
    .execute()
  return { id, lead }
}
