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
  let rows: StoredRow[] = []
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
    yield rows
  } while (rows.length === page)
}

/** What a lead says. */
export function payloadOf({ payload }: Pick<LeadRow, 'payload'>): Payload {
  return JSON.parse(payload)
}
