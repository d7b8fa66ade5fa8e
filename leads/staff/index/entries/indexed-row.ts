import type { LeadRow } from '../../../store/database/tables.ts'

/** Columns of a lead that its entry is built from. */
export const indexedColumns = [
  ...(['id', 'form', 'payload', 'spam', 'state', 'status', 'owner', 'created_at'] as const),
  ...(['delivered_at', 'contacted_at', 'accepted_at', 'first_touch'] as const),
]
/** The part of a lead that its entry is built from. */
export type IndexedRow = Pick<LeadRow, (typeof indexedColumns)[number]>
