import type { LeadDatabase, LeadTables } from './database/tables.ts'
import type { InTransaction } from './database/transaction.ts'

/** Numbers of views of a page and of openings of its form, in an hour, by visitors of a campaign. */
export type Visit = LeadTables['lead_visit']

/** Maximum number of rows in one statement. */
const page = 200

/** Days for which visits are stored: two years and a month, to compare a period with the year before. */
const keepDays = 760

/**
 * Adds to the visit counts in one transaction, and deletes those older than 760 days.
 *
 * @throws when nothing was added
 */
export async function addVisits(
  inTransaction: InTransaction,
  visits: readonly Visit[],
  now: Date,
): Promise<void> {
  const oldest = new Date(now.getTime() - keepDays * 86_400_000).toISOString()
  // Rows are written in the same order by all processes. Otherwise two processes could deadlock.
  const sorted = sumByKey(visits).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await inTransaction(async (within) => {
    for (let at = 0; at < sorted.length; at += page) await add(within, sorted.slice(at, at + page))
    await within.deleteFrom('lead_visit').where('hour', '<', oldest).execute()
  })
}

const keyOf = ({ hour, page, campaign }: Visit) => `${hour} ${page} ${campaign}`

/**
 * Sums visits with the same key, because failed writes are repeated with later ones. PostgreSQL rejects a statement
 * that contains a row twice.
 */
function sumByKey(visits: readonly Visit[]): Visit[] {
  const sums = new Map<string, Visit>()
  for (const visit of visits) {
    const { seen = 0, opened = 0 } = sums.get(keyOf(visit)) ?? {}
    sums.set(keyOf(visit), {
      ...visit,
      seen: seen + visit.seen,
      opened: opened + visit.opened,
    })
  }
  return [...sums.values()]
}

function add(within: LeadDatabase, visits: readonly Visit[]) {
  return within
    .insertInto('lead_visit')
    .values([...visits])
    .onConflict((conflict) =>
      conflict.columns(['hour', 'page', 'campaign']).doUpdateSet((row) => ({
        seen: row('lead_visit.seen', '+', row.ref('excluded.seen')),
        opened: row('lead_visit.opened', '+', row.ref('excluded.opened')),
      })),
    )
    .execute()
}
