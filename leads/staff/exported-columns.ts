import type { LeadRow } from '../store/database/tables.ts'

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
