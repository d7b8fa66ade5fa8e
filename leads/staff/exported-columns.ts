import type { Kysely } from 'kysely'
import type { LeadRow, LeadTables } from '../store/database/tables.ts'

/** The columns of a lead that are exported. */
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

/** A note of staff: when it was written (ISO 8601 in UTC), by whom, and what it says. */
export interface StoredNote {
  at: string
  by: string
  text: string
}

/** A lead as it is read to be exported. */
export interface StoredRow extends Pick<LeadRow, (typeof exportedColumns)[number]> {
  /** JSON of its notes (`StoredNote[]`), the oldest first; null without any. */
  notes: string | null
}

/** Adds their notes to leads that are exported. */
export async function withNotes(
  database: Kysely<LeadTables>,
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
  return rows.map((row) => {
    const own = notes.filter(({ lead_id }) => lead_id === row.id)
    const texts = own.map(({ at, by, text }) => ({ at, by, text }))
    return { ...row, notes: own.length > 0 ? JSON.stringify(texts) : null }
  })
}
