import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'

/** Columns of a lead that are exported. */
export const exportedColumns = [
  'id',
  'form',
  'state',
  'spam',
  'created_at',
  'delivered_at',
  'status',
  'owner',
  'revision',
  'first_touch',
  'payload',
] as const

/** A note of staff: its time (ISO 8601 in UTC), author, and text. */
interface StoredNote {
  at: string
  by: string
  text: string
}

/** A lead as read from the database for an export. */
export interface StoredRow extends Pick<LeadRow, (typeof exportedColumns)[number]> {
  /** The lead's notes, oldest first. */
  notes: readonly StoredNote[]
}

/** Adds the leads' notes. */
export async function withNotes(
  database: LeadDatabase,
  rows: readonly Omit<StoredRow, 'notes'>[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const notes = await database
    .selectFrom('lead_note')
    .select(['lead_id', 'created_at as at', 'author_name as by', 'text'])
    .where('lead_id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, notes: notes.filter(({ lead_id }) => lead_id === row.id) }))
}
