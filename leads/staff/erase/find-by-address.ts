import type { Kysely } from 'kysely'
import { comparable, type Payload } from '../../lead.ts'
import type { LeadRow, LeadTables } from '../../store/database/tables.ts'
import type { StaffContext } from '../context.ts'
import type { LeadIndex } from '../index/lead-index.ts'
import { spellingsOf } from './address-pattern.ts'

/** The maximum number of leads in memory at once; a lead may be as long as a form's body, 100 kB. */
const page = 100

/** The maximum number of leads that the index is asked for at once. */
const indexPage = 200

type IdAndPayload = Pick<LeadRow, 'id' | 'payload'>

/** Returns the ids of all leads from an address, in every form, spam too, the oldest first. */
export async function findByAddress(
  { database }: Pick<StaffContext, 'database'>,
  list: LeadIndex['list'],
  email: string,
): Promise<string[]> {
  // First: what is indexed in between is found by the index then. And last: the index may be rebuilt in between.
  const found = new Set(await searchUnindexed(database, email))
  for await (const ids of searchWords(list, email)) {
    for (const id of await onlyFrom(database, ids, email)) found.add(id)
  }
  for (const id of await searchUnindexed(database, email)) found.add(id)
  return [...found].sort()
}

/** Yields pages of ids of the leads that may mention an address, in a field or a note; one may come twice. */
export async function* mayMention(
  { database }: Pick<StaffContext, 'database'>,
  list: LeadIndex['list'],
  email: string,
): AsyncGenerator<string[]> {
  // First and last, as above.
  yield* unindexedIds(database)
  // Without its sign an address is not searched as forms store it.
  const words = spellingsOf(email).map((spelling) => spelling.replaceAll('@', ' '))
  for (const spelling of words) yield* searchWords(list, spelling)
  yield* unindexedIds(database)
}

/** Reads all leads, the oldest first, spam too; yields the id of each that is from an address, else undefined. */
export async function* searchAll(
  database: Kysely<LeadTables>,
  email: string,
): AsyncGenerator<string | undefined> {
  const read = (after: string) =>
    inOrder(database).select(['id', 'payload']).where('id', '>', after).execute()
  for await (const rows of pages(read)) {
    for (const row of rows) yield isFrom(row, email) ? row.id : undefined
  }
}

/** Yields pages of ids of all leads, the oldest first. */
export async function* allIds(database: Kysely<LeadTables>): AsyncGenerator<string[]> {
  const read = (after: string) => inOrder(database).select('id').where('id', '>', after).execute()
  for await (const rows of pages(read)) yield rows.map(({ id }) => id)
}

const inOrder = (database: Kysely<LeadTables>) =>
  database.selectFrom('lead').orderBy('id').limit(page)

/** Yields rows page after page. */
async function* pages<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  do {
    rows = await read(rows.at(-1)?.id ?? '')
    yield rows
  } while (rows.length === page)
}

async function searchUnindexed(database: Kysely<LeadTables>, email: string): Promise<string[]> {
  const found: string[] = []
  for await (const ids of unindexedIds(database)) {
    found.push(...(await onlyFrom(database, ids, email)))
  }
  return found
}

/** Yields pages of ids of the leads that wait to be indexed. */
async function* unindexedIds(database: Kysely<LeadTables>): AsyncGenerator<string[]> {
  const read = (after: string) =>
    database
      .selectFrom('lead_to_index')
      .select('lead_id as id')
      .where('lead_id', '>', after)
      .orderBy('lead_id')
      .limit(page)
      .execute()
  for await (const rows of pages(read)) yield rows.map(({ id }) => id)
}

async function* searchWords(list: LeadIndex['list'], email: string): AsyncGenerator<string[]> {
  // The address' words find more than the address. Its parts were no one word in a former index.
  const q = email.replace(/['`]/g, ' ')
  for (const spam of [false, true]) {
    let after: string | undefined
    do {
      const { leads, next } = await list({ q, spam, sort: 'oldest', limit: indexPage, after })
      yield leads.map((lead) => lead.id)
      after = next ?? undefined
    } while (after !== undefined)
  }
}

/** Returns those of some leads that are from an address. */
async function onlyFrom(
  database: Kysely<LeadTables>,
  ids: readonly string[],
  email: string,
): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < ids.length; start += page) {
    const some = ids.slice(start, start + page)
    const rows = await inOrder(database).select(['id', 'payload']).where('id', 'in', some).execute()
    found.push(...rows.filter((row) => isFrom(row, email)).map(({ id }) => id))
  }
  return found
}

/** Returns whether a lead's email field has this address, in upper or lower case. */
function isFrom({ payload }: IdAndPayload, email: string): boolean {
  const { email: theirs } = JSON.parse(payload) as Payload
  return theirs !== undefined && comparable('email', theirs) === comparable('email', email)
}
