import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { iso } from '../../clock.ts'
import type { Actor } from '../../contract/permissions.ts'
import { jsonRecord } from '../../json-record.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import { toIndex } from '../../store/lead-to-index.ts'
import { appendAudit } from '../audit/append.ts'
import { addressPattern } from './address-pattern.ts'
import type { Erasing } from './empty-leads.ts'

/** Stands where the address was. */
const redacted = '[erased]'

/** The maximum number of leads that one transaction changes. */
const page = 100

/** Between transactions submissions are stored; in milliseconds. */
const pauseMs = 10

/**
 * Replaces an address in the fields and notes of leads that mention it. What was delivered stays delivered, what
 * waits for delivery is sent without the address, and a repeated submission still counts as the same.
 * Returns how many leads were changed.
 */
export async function redactMentions(
  { inTransaction, clock }: Pick<Erasing, 'inTransaction' | 'clock'>,
  email: string,
  ids: readonly string[],
  by: Actor,
): Promise<number> {
  const pattern = addressPattern(email)
  let count = 0
  for (let start = 0; start < ids.length; start += page) {
    if (start > 0) await sleep(pauseMs)
    const some = ids.slice(start, start + page)
    const changed = await inTransaction(async (within) => {
      const leads = await redactSome(within, some, pattern)
      if (leads.length === 0) return leads
      await toIndex(within, leads)
      const events = leads.map((lead) => ({ by, action: 'lead.redacted', lead }))
      await appendAudit(within, events, iso(clock.wall()))
      return leads
    })
    count += changed.length
  }
  return count
}

async function redactSome(
  within: Kysely<LeadTables>,
  ids: readonly string[],
  pattern: RegExp,
): Promise<string[]> {
  // First, since on PostgreSQL this waits for others who change these leads, or their notes.
  const rows = await within
    .updateTable('lead')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '!=', 'erased')
    .returning(['id', 'payload'])
    .execute()
  if (rows.length === 0) return []
  for (const { id, payload } of rows) {
    const fields = Object.entries(jsonRecord(payload)).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace(pattern, redacted) : value,
    ])
    await within
      .updateTable('lead')
      .set({ payload: JSON.stringify(Object.fromEntries(fields)) })
      .where('id', '=', id)
      .execute()
  }
  const leads = rows.map(({ id }) => id)
  const notes = await within
    .selectFrom('lead_note')
    .select(['id', 'text'])
    .where('lead_id', 'in', leads)
    .execute()
  for (const { id, text } of notes) {
    const replaced = text.replace(pattern, redacted)
    if (replaced === text) continue
    await within.updateTable('lead_note').set({ text: replaced }).where('id', '=', id).execute()
  }
  return leads
}
