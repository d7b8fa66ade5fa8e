import type { ApplicantDetail } from '../../contract/applicants.ts'
import type { Actor } from '../../contract/permissions.ts'
import { jsonRecord } from '../../json-record.ts'
import { businessesBrought } from '../../referrals/counts.ts'
import { rankOf } from '../../referrals/rank.ts'
import type { StaffContext } from '../context.ts'
import { bounced, summaryColumns, summaryOf } from '../summary.ts'
import { findDuplicates } from './duplicates.ts'
import { messageOf, selectMessages } from './messages.ts'

/** Maximum number of applications, messages, notes, and referred people that are shown, the newest ones. */
const maxShown = 200

/**
 * Returns a person who applied, with all applications, messages, and notes, and records the read. Resolves to undefined
 * for an unknown or erased person.
 */
export async function readApplicant(
  context: StaffContext,
  id: string,
  by: Actor,
): Promise<ApplicantDetail | undefined> {
  const { database, nameOf, reads } = context
  const people = database.selectFrom('lead_applicant')
  const known = people.selectAll().where('address', 'is not', null)
  const row = await known.where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const leads = await database
    .selectFrom('lead')
    .select([...summaryColumns, bounced])
    .where('applicant_id', '=', id)
    .where('state', '!=', 'erased')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute()
  const notes = await database
    .selectFrom('lead_note')
    .innerJoin('lead', 'lead.id', 'lead_note.lead_id')
    .selectAll('lead_note')
    .where('lead.applicant_id', '=', id)
    .orderBy('lead_note.id', 'desc')
    .limit(maxShown)
    .execute()
  const messages = selectMessages(database).where('message.applicant_id', '=', id).limit(maxShown)
  const referred = known.where('referred_by', '=', id).orderBy('id', 'desc').limit(maxShown)
  const referrer = people.select(['id', 'name']).where('id', '=', row.referred_by)
  const values = leads.map(({ payload }) => String(jsonRecord(payload).phone ?? ''))
  const phones = [...new Set(values.filter(Boolean))]
  await reads.opened(by, { action: 'applicant.viewed', detail: { applicant: id } })
  return {
    ...{ id, name: row.name, email: row.email, phones, code: row.code, referrals: row.referrals },
    ...{ language: row.language, credit: row.credit, creditReason: row.credit_reason },
    ...{ confirmedAt: row.confirmed_at, unsubscribedAt: row.unsubscribed_at },
    ...{ bouncedAt: row.bounced_at, invitedAt: row.invited_at },
    businesses: row.code ? await businessesBrought(database, row.code) : 0,
    rank: (await rankOf(database, row)) ?? null,
    referrer: (await referrer.executeTakeFirst()) ?? null,
    referred: (await referred.execute()).map(({ id, name, credit, credit_reason }) => ({
      ...{ id, name, credit, creditReason: credit_reason },
    })),
    applications: leads.map((lead) =>
      summaryOf(lead, notes.filter(({ lead_id }) => lead_id === lead.id).length, nameOf),
    ),
    messages: (await messages.execute()).map(messageOf),
    notes: notes.map(({ id, lead_id, text, author, author_name, created_at }) => ({
      ...{ id, lead: lead_id, text, createdAt: created_at },
      by: { id: author, name: author_name },
    })),
    duplicates: await findDuplicates(database, row, phones),
  }
}
