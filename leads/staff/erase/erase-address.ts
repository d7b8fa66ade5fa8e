import { eraseApplicant } from '../../applicants/erase.ts'
import { iso } from '../../clock.ts'
import type { Actor } from '../../contract/permissions.ts'
import { jsonRecord } from '../../json-record.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { queueForIndex } from '../../store/index-queue.ts'
import { appendAudit } from '../audit/audit-log.ts'
import { addressPattern } from './address-pattern.ts'
import { type EraseContext, emptyLeads, pagesOf } from './empty-leads.ts'
import { redactMessages } from './in-messages.ts'
import { viewsWith } from './mentions.ts'

/** Text that replaces the address. */
const redacted = '[erased]'

/** Empties the leads of an address (`ids`), deletes searches for it, and replaces it in other leads (`mentions`). */
export async function eraseAddress(
  erasing: EraseContext,
  email: string,
  ids: readonly string[],
  by: Actor,
  mentions: readonly string[] = [],
): Promise<{ erased: number; redacted: number }> {
  const pattern = addressPattern(email)
  const erased = (await emptyLeads(erasing, ids, by, 'request')).length
  const redacted = await redactMentions(erasing, pattern, mentions, by)
  const { inTransaction, clock } = erasing
  await inTransaction(async (within) => {
    await eraseApplicant(within, email)
    await removeSearchesFor(within, pattern)
    const detail = { leads: erased, ...(redacted > 0 && { redacted }) }
    await appendAudit(within, [{ by, action: 'leads.erased', detail }], iso(clock.wall()))
  })
  return { erased, redacted }
}

/**
 * Replaces an address in fields and notes. Delivery states and fingerprints stay. Resolves to the number of changed
 * leads.
 */
async function redactMentions(
  { inTransaction, clock }: EraseContext,
  pattern: RegExp,
  ids: readonly string[],
  by: Actor,
): Promise<number> {
  let count = 0
  for await (const some of pagesOf(ids)) {
    count += await inTransaction(async (within) => {
      const leads = await redactSome(within, some, pattern)
      await queueForIndex(within, leads)
      const events = leads.map((lead) => ({ by, action: 'lead.redacted', lead }))
      await appendAudit(within, events, iso(clock.wall()))
      return leads.length
    })
  }
  return count
}

async function redactSome(
  within: LeadDatabase,
  ids: readonly string[],
  pattern: RegExp,
): Promise<string[]> {
  // First statement: on PostgreSQL, it waits for concurrent changes of these leads or their notes.
  const rows = await within
    .updateTable('lead')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '!=', 'erased')
    .returning(['id', 'payload', 'applicant_id'])
    .execute()
  if (rows.length === 0) return []
  for (const row of rows) {
    const fields = Object.entries(jsonRecord(row.payload)).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace(pattern, redacted) : value,
    ])
    const payload = JSON.stringify(Object.fromEntries(fields))
    await within.updateTable('lead').set({ payload }).where('id', '=', row.id).execute()
  }
  const applicants = [...new Set(rows.flatMap(({ applicant_id }) => applicant_id ?? []))]
  await redactMessages(within, applicants, pattern, redacted)
  const leads = rows.map(({ id }) => id)
  const notes = await within
    .selectFrom('lead_note')
    .select(['id', 'text'])
    .where('lead_id', 'in', leads)
    .execute()
  for (const note of notes) {
    const text = note.text.replace(pattern, redacted)
    if (text === note.text) continue
    await within.updateTable('lead_note').set({ text }).where('id', '=', note.id).execute()
  }
  return leads
}

/** Deletes saved views that contain an address in their query or name, and exports requested with it. */
async function removeSearchesFor(within: LeadDatabase, pattern: RegExp): Promise<void> {
  const ids = (await viewsWith(within, pattern)).map(({ id }) => id)
  if (ids.length > 0) await within.deleteFrom('lead_saved_view').where('id', 'in', ids).execute()
  const tickets = await within.selectFrom('lead_export_ticket').select(['hash', 'filter']).execute()
  const hashes = tickets
    .filter(({ filter }) =>
      Object.values(JSON.parse(filter)).some((value) => String(value).search(pattern) >= 0),
    )
    .map(({ hash }) => hash)
  if (hashes.length > 0) {
    await within.deleteFrom('lead_export_ticket').where('hash', 'in', hashes).execute()
  }
}
