import type { LeadDetail } from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import { labelOf } from '../forms/forms.ts'
import type { Payload } from '../lead.ts'
import type { LeadRow } from '../store/database/tables.ts'
import type { StaffContext } from './context.ts'
import { historyOf } from './history.ts'
import { firstTouchOf, summaryOf } from './summary.ts'

/** Returns a lead with all its details and records the read; undefined for an unknown id. */
export async function readDetail(
  context: StaffContext,
  id: string,
  by: Actor,
): Promise<LeadDetail | undefined> {
  const lead = await detailOf(context, id)
  if (lead) await context.reads.viewed(by, id)
  return lead
}

/** Returns the same without a record: the caller makes one. */
export async function detailOf(
  { database, nameOf }: StaffContext,
  id: string,
): Promise<LeadDetail | undefined> {
  const row = await database.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const notes = await database
    .selectFrom('lead_note')
    .selectAll()
    .where('lead_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ...summaryOf(row, notes.length, nameOf),
    fields: fieldsOf(row),
    firstTouch: firstTouchOf(row),
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
    lastError: row.last_error,
    history: await historyOf(database, row),
    noteList: notes.map((note) => ({
      id: note.id,
      text: note.text,
      by: { id: note.author, name: note.author_name },
      createdAt: note.created_at,
    })),
  }
}

/** What the visitor has entered, each under its label. */
function fieldsOf({ form, payload }: Pick<LeadRow, 'form' | 'payload'>): LeadDetail['fields'] {
  return Object.entries(JSON.parse(payload) as Payload)
    .filter(([key]) => key !== 'type')
    .map(([key, value]) => ({
      key,
      label: labelOf(form, key),
      value: typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value,
    }))
}
