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

/** A lead as it is read to be exported. */
export type StoredRow = Pick<LeadRow, (typeof exportedColumns)[number]>
