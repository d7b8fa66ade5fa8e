import { comparable, type Payload } from '../../lead.ts'
import type { LeadDatabase, LeadRow } from '../../store/database/tables.ts'
import { pagesById, slicesOf } from '../../store/pages.ts'
import type { StaffContext } from '../context.ts'
import type { LeadIndex } from '../index/lead-index.ts'
import { spellingsOf } from './address-pattern.ts'
import { leadsWithReplies } from './in-messages.ts'

/** Maximum number of leads in memory. A lead may be as long as a form's body, 100 kB. */
const pageSize = 100

/** Number of leads in one query of the index. */
const indexPage = 200

type IdAndPayload = Pick<LeadRow, 'id' | 'payload'>

/**
 * Returns the ids of all leads from an address, in every form and including spam, oldest first.
 */
export async function findByAddress(
  { database }: Pick<StaffContext, 'database'>,
  list: LeadIndex['list'],
  email: string,
): Promise<string[]> {
  // Searches unindexed leads before the index, because the index finds those that are indexed meanwhile. Searches them again at
  // the end, because the index may have been rebuilt meanwhile.
  const found = new Set(await searchUnindexed(database, email))
  for await (const ids of searchWords(list, email)) {
    for (const id of await filterFromAddress(database, ids, email)) found.add(id)
  }
  for (const id of await searchUnindexed(database, email)) found.add(id)
  return [...found].sort()
}

/** Yields pages of ids of leads that may mention an address in a field or note. May yield an id twice. */
export async function* findPossibleMentions(
  { database }: Pick<StaffContext, 'database'>,
  list: LeadIndex['list'],
  email: string,
): AsyncGenerator<string[]> {
  // Yields unindexed leads first and last, for the same reason as `findByAddress`.
  yield* unindexedIds(database)
  // Removes the "@", because with it the search would convert the address to the form in which forms store it.
  const words = spellingsOf(email).map((spelling) => spelling.replaceAll('@', ' '))
  for (const spelling of words) yield* searchWords(list, spelling)
  yield* leadsWithReplies(database)
  yield* unindexedIds(database)
}

/**
 * Reads all leads, oldest first and including spam. Yields the id of each lead from an address, and undefined for
 * others.
 */
export async function* searchAll(
  database: LeadDatabase,
  email: string,
): AsyncGenerator<string | undefined> {
  const read = (after: string) =>
    inOrder(database).select(['id', 'payload']).where('id', '>', after).execute()
  for await (const rows of pagesById(pageSize, read)) {
    for (const row of rows) yield isFrom(row, email) ? row.id : undefined
  }
}

/** Yields pages of ids of all leads, oldest first. */
export async function* allIds(database: LeadDatabase): AsyncGenerator<string[]> {
  const read = (after: string) => inOrder(database).select('id').where('id', '>', after).execute()
  for await (const rows of pagesById(pageSize, read)) yield rows.map(({ id }) => id)
}

const inOrder = (database: LeadDatabase) =>
  database.selectFrom('lead').orderBy('id').limit(pageSize)

async function searchUnindexed(database: LeadDatabase, email: string): Promise<string[]> {
  const found: string[] = []
  for await (const ids of unindexedIds(database)) {
    found.push(...(await filterFromAddress(database, ids, email)))
  }
  return found
}

/** Yields pages of ids of leads that are not indexed yet. */
async function* unindexedIds(database: LeadDatabase): AsyncGenerator<string[]> {
  const read = (after: string) =>
    database
      .selectFrom('lead_to_index')
      .select('lead_id as id')
      .where('lead_id', '>', after)
      .orderBy('lead_id')
      .limit(pageSize)
      .execute()
  for await (const rows of pagesById(pageSize, read)) yield rows.map(({ id }) => id)
}

async function* searchWords(list: LeadIndex['list'], email: string): AsyncGenerator<string[]> {
  // Searches the parts of the address as words, and so also finds other leads with these words. Index entries of
  // earlier versions do not contain an address as one word.
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

/** Returns the ids of those leads that are from an address. */
async function filterFromAddress(
  database: LeadDatabase,
  ids: readonly string[],
  email: string,
): Promise<string[]> {
  const found: string[] = []
  for (const some of slicesOf(ids, pageSize)) {
    const rows = await inOrder(database).select(['id', 'payload']).where('id', 'in', some).execute()
    found.push(...rows.filter((row) => isFrom(row, email)).map(({ id }) => id))
  }
  return found
}

/** Returns whether a lead's email field contains this address, ignoring case. */
function isFrom({ payload }: IdAndPayload, email: string): boolean {
  const { email: theirs } = JSON.parse(payload) as Payload
  return theirs !== undefined && comparable('email', theirs) === comparable('email', email)
}
