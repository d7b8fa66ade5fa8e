import { type Clock, iso } from '../clock.ts'
import { applicant } from '../contract/permissions.ts'
import type { FormDescription } from '../form-description.ts'
import { jsonRecord } from '../json-record.ts'
import { nameIn, nameKeys, type Payload } from '../lead.ts'
import { appendAudit } from '../staff/audit/audit-log.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { changeLeads, deriveAgain } from '../store/derived/change.ts'

/**
 * Replaces values in a person's application. The fingerprint stays, so that sending the first content again is still
 * the same lead; a delivered lead is not delivered again. Resolves to false if the person has no such application.
 */
export async function correctLead(
  within: LeadDatabase,
  { clock, forms }: { clock: Clock; forms: readonly FormDescription[] },
  applicantId: string,
  leadId: string,
  values: Payload,
): Promise<boolean> {
  const lead = await within
    .selectFrom('lead')
    .select(['payload', 'revision'])
    .where('id', '=', leadId)
    .where('applicant_id', '=', applicantId)
    .where('confirmed_at', 'is not', null)
    .where('state', '!=', 'erased')
    .$if(isPostgres(within), (query) => query.forUpdate())
    .executeTakeFirst()
  if (!lead) return false
  const before = jsonRecord(lead.payload)
  const fields = Object.keys(values).filter((key) => values[key] !== (before[key] ?? ''))
  if (fields.length === 0) return true
  const payload = { ...before, ...Object.fromEntries(fields.map((key) => [key, values[key]])) }
  await changeLeads(within, [leadId], async () => {
    await within
      .updateTable('lead')
      .set({ payload: JSON.stringify(payload), revision: lead.revision + 1 })
      .where('id', '=', leadId)
      .execute()
    await deriveAgain(within, [leadId], forms)
  })
  if (fields.some((key) => nameKeys.includes(key))) {
    const name = nameIn(payload as Payload)
    await within.updateTable('lead_applicant').set({ name }).where('id', '=', applicantId).execute()
  }
  const event = { by: applicant, action: 'lead.corrected', lead: leadId, detail: { fields } }
  await appendAudit(within, [event], iso(clock.wall()))
  return true
}
