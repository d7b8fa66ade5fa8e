import { eraseApplicant } from '../../applicants/erase.ts'
import { iso } from '../../clock.ts'
import type { Erased } from '../../contract/erasure.ts'
import { type Actor, operator } from '../../contract/permissions.ts'
import type { FormDescription } from '../../form-description.ts'
import { jsonRecord } from '../../json-record.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { changeLeads, deriveAgain } from '../../store/derived/change.ts'
import { emailKey } from '../../store/derived/content.ts'
import { inPages, slicesOf } from '../../store/pages.ts'
import type { StoreContext } from '../../store/store-context.ts'
import { appendAudit, recordEvent } from '../audit/audit-log.ts'
import { addressPattern } from './address-pattern.ts'
import { type EmptyContext, emptyLeads } from './empty-leads.ts'
import { redactMessages } from './in-messages.ts'
import { findMentions, viewsWith } from './mentions.ts'
import type { Purge } from './purge.ts'

/** The dependencies of erasing a person. */
export interface EraseContext extends EmptyContext, StoreContext {
  forms: readonly FormDescription[]
  purge: Pick<Purge, 'run'>
}

/** Returns the ids of all leads from an address, in any spelling and form and including spam, oldest first. */
export async function leadsFrom(database: LeadDatabase, email: string): Promise<string[]> {
  const leads = database
    .selectFrom('lead')
    .select('id')
    .where('email', '=', emailKey(email) || ' ')
  return (await leads.orderBy('seq').execute()).map(({ id }) => id)
}

/**
 * Erases a person: all leads with an address and their notes, the messages to them, and searches for the address. Counts
 * of leads stay the same.
 *
 * @param mentions whether the address is replaced in other leads too
 */
export async function erasePerson(
  erasing: EraseContext,
  email: string,
  by: Actor,
  mentions: 'keep' | 'redact',
): Promise<Erased> {
  const { database, inTransaction, clock } = erasing
  const pattern = addressPattern(email)
  const own = await leadsFrom(database, email)
  const others: string[] = []
  if (mentions === 'redact') {
    for await (const { id } of findMentions(database, email, own)) others.push(id)
  }
  const erased = (await emptyLeads(erasing, own, by, 'request')).length
  const redacted = await redactMentions(erasing, pattern, others, by)
  await inTransaction(async (within) => {
    await eraseApplicant(within, email)
    await removeSearchesFor(within, pattern)
    const detail = { leads: erased, ...(redacted > 0 && { redacted }) }
    await appendAudit(within, [{ by, action: 'leads.erased', detail }], iso(clock.wall()))
  })
  return { erased, redacted, remaining: await erasing.purge.run() }
}

/** Maximum number of leads in one query. */
const pageSize = 1_000

/**
 * Erases leads again that a restored backup has brought back. Resolves to the number of emptied leads, and of leads on
 * the list of erased leads.
 */
export async function reapplyErasures(
  erasing: EraseContext,
): Promise<{ emptied: number; listed: number }> {
  const ids = await erasing.erasedList.read()
  const left: string[] = []
  for (const some of slicesOf(ids, pageSize)) {
    const leads = erasing.database.selectFrom('lead').select('id').where('id', 'in', some)
    left.push(...(await leads.where('state', '!=', 'erased').execute()).map(({ id }) => id))
  }
  const leads = (await emptyLeads(erasing, left, operator, 'again')).length
  if (leads > 0) {
    const detail = { leads, again: true }
    await recordEvent(erasing, { by: operator, action: 'leads.erased', detail })
  }
  await erasing.purge.run()
  return { emptied: leads, listed: ids.length }
}

/** Text that replaces the address. */
const replacement = '[erased]'

/**
 * Replaces an address in fields and notes. Delivery states and fingerprints stay. Resolves to the number of changed
 * leads.
 */
async function redactMentions(
  { inTransaction, clock, forms }: EraseContext,
  pattern: RegExp,
  ids: readonly string[],
  by: Actor,
): Promise<number> {
  const redact = async (within: LeadDatabase, page: readonly string[]) => {
    const leads = await changeLeads(within, page, () => redactSome(within, page, pattern, forms))
    const events = leads.map((lead) => ({ by, action: 'lead.redacted', lead }))
    await appendAudit(within, events, iso(clock.wall()))
    return leads
  }
  return (await inPages(inTransaction, ids, redact)).length
}

async function redactSome(
  within: LeadDatabase,
  ids: readonly string[],
  pattern: RegExp,
  forms: readonly FormDescription[],
): Promise<string[]> {
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
      typeof value === 'string' ? value.replace(pattern, replacement) : value,
    ])
    const payload = JSON.stringify(Object.fromEntries(fields))
    await within.updateTable('lead').set({ payload }).where('id', '=', row.id).execute()
  }
  const applicants = [...new Set(rows.flatMap(({ applicant_id }) => applicant_id ?? []))]
  await redactMessages(within, applicants, pattern, replacement)
  const leads = rows.map(({ id }) => id)
  const notes = within.selectFrom('lead_note').select(['id', 'text']).where('lead_id', 'in', leads)
  for (const note of await notes.execute()) {
    const text = note.text.replace(pattern, replacement)
    await within.updateTable('lead_note').set({ text }).where('id', '=', note.id).execute()
  }
  await deriveAgain(within, leads, forms)
  return leads
}

/** Deletes saved views that contain an address in their query or name, and exports requested with it. */
async function removeSearchesFor(within: LeadDatabase, pattern: RegExp): Promise<void> {
  for (const { id } of await viewsWith(within, pattern)) {
    await within.deleteFrom('lead_saved_view').where('id', '=', id).execute()
  }
  const tickets = await within.selectFrom('lead_export_ticket').select(['hash', 'filter']).execute()
  for (const { hash, filter } of tickets) {
    const values = Object.values(JSON.parse(filter))
    if (!values.some((value) => String(value).search(pattern) >= 0)) continue
    await within.deleteFrom('lead_export_ticket').where('hash', '=', hash).execute()
  }
}
