import type { Kysely } from 'kysely'
import type { Payload } from '../lead.ts'
import { exportedColumns, type StoredRow } from '../staff/exported-columns.ts'
import type { LeadRow, LeadTables } from '../store/database/tables.ts'
import type { Filter } from './filter.ts'

/** So many rows are held at once; a lead may be as long as a form's body, 100 kB. */
const page = 100

/**
 * Reads leads to be exported, the oldest first, a page at a time, however many there are. No transaction is held,
 * so that a slow reader keeps nobody from writing; what comes in meanwhile is read too.
 */
export async function* readLeads(
  database: Kysely<LeadTables>,
  { form, since }: Filter = {},
): AsyncGenerator<StoredRow[]> {
  let rows: Omit<StoredRow, 'notes'>[] = []
  do {
    rows = await database
      .selectFrom('lead')
      .select(exportedColumns)
      .where('id', '>', rows.at(-1)?.id ?? '')
      .$if(form !== undefined, (query) => query.where('form', '=', form ?? ''))
      .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? ''))
      .orderBy('id')
      .limit(page)
      .execute()
    yield await withNotes(database, rows)
  } while (rows.length === page)
}

async function withNotes(
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

/** What a lead says. */
export function payloadOf({ payload }: Pick<LeadRow, 'payload'>): Payload {
  return JSON.parse(payload)
}
