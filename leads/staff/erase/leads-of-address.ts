import type { Kysely } from 'kysely'
import { comparable, type Payload } from '../../lead.ts'
import type { LeadRow, LeadTables } from '../../store/database/tables.ts'

/** So many rows are held at once; a lead may be as long as a form's body, 100 kB. */
const page = 100

/** Whether a lead says that it is from this address, in upper or lower case. */
function isFrom({ payload }: Pick<LeadRow, 'payload'>, email: string): boolean {
  const { email: theirs } = JSON.parse(payload) as Payload
  return theirs !== undefined && comparable('email', theirs) === comparable('email', email)
}

/** Goes through all leads, the oldest first, for those from an address; spam too. Yields ids. */
export async function* searchAll(
  database: Kysely<LeadTables>,
  email: string,
): AsyncGenerator<string | undefined> {
  let rows: Pick<LeadRow, 'id' | 'payload'>[] = []
  do {
    rows = await database
      .selectFrom('lead')
      .select(['id', 'payload'])
      .where('id', '>', rows.at(-1)?.id ?? '')
      .orderBy('id')
      .limit(page)
      .execute()
    for (const row of rows) yield isFrom(row, email) ? row.id : undefined
  } while (rows.length === page)
}

/** Those from an address among the leads that wait to be indexed. */
export async function searchUnindexed(
  database: Kysely<LeadTables>,
  email: string,
): Promise<string[]> {
  const found: string[] = []
  let rows: Pick<LeadRow, 'id' | 'payload'>[] = []
  do {
    rows = await database
      .selectFrom('lead_to_index')
      .innerJoin('lead', 'lead.id', 'lead_to_index.lead_id')
      .select(['lead.id', 'lead.payload'])
      .where('lead_to_index.lead_id', '>', rows.at(-1)?.id ?? '')
      .orderBy('lead_to_index.lead_id')
      .limit(page)
      .execute()
    found.push(...rows.filter((row) => isFrom(row, email)).map(({ id }) => id))
  } while (rows.length === page)
  return found
}

/** Those of leads that are from an address. */
export async function onlyFrom(
  database: Kysely<LeadTables>,
  ids: readonly string[],
  email: string,
): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < ids.length; start += page) {
    const rows = await database
      .selectFrom('lead')
      .select(['id', 'payload'])
      .where('id', 'in', ids.slice(start, start + page))
      .orderBy('id')
      .execute()
    found.push(...rows.filter((row) => isFrom(row, email)).map(({ id }) => id))
  }
  return found
}

/** Yields pages of ids of all leads, the oldest first. */
export async function* allIds(database: Kysely<LeadTables>): AsyncGenerator<string[]> {
  let ids: string[] = []
  do {
    const rows = await database
      .selectFrom('lead')
      .select('id')
      .where('id', '>', ids.at(-1) ?? '')
      .orderBy('id')
      .limit(page)
      .execute()
    ids = rows.map(({ id }) => id)
    yield ids
  } while (ids.length === page)
}

/** Yields pages of ids of the leads that wait to be indexed. */
export async function* unindexedIds(database: Kysely<LeadTables>): AsyncGenerator<string[]> {
  let ids: string[] = []
  do {
    const rows = await database
      .selectFrom('lead_to_index')
      .select('lead_id')
      .where('lead_id', '>', ids.at(-1) ?? '')
      .orderBy('lead_id')
      .limit(page)
      .execute()
    ids = rows.map(({ lead_id }) => lead_id)
    yield ids
  } while (ids.length === page)
}
