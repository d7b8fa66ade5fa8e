import type { Kysely } from 'kysely'
import type { LeadTables } from './database/tables.ts'
import type { InTransaction } from './database/transaction.ts'

/** How often a page was seen in an hour by visitors of a campaign, and its form opened. */
export type Visit = LeadTables['lead_visit']

/** So many are written by a statement. */
const page = 200

/** They are kept for so long, in days: two years and a month, to compare one with the other. */
const keepDays = 760

/** Adds to the counts in one transaction, and deletes those older than 760 days. @throws when nothing was added */
export async function addVisits(
  inTransaction: InTransaction,
  visits: readonly Visit[],
  now: Date,
): Promise<void> {
  const oldest = new Date(now.getTime() - keepDays * 86_400_000).toISOString()
  // In one order: processes that write at once wait for one another rather than each for the other.
  const sorted = summed(visits).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await inTransaction(async (within) => {
    for (let at = 0; at < sorted.length; at += page) await add(within, sorted.slice(at, at + page))
    await within.deleteFrom('lead_visit').where('hour', '<', oldest).execute()
  })
}

const keyOf = ({ hour, page, campaign }: Visit) => `${hour} ${page} ${campaign}`

/** What could not be written is counted beside what came since; PostgreSQL takes no row twice in a statement. */
function summed(visits: readonly Visit[]): Visit[] {
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

function add(within: Kysely<LeadTables>, visits: readonly Visit[]) {
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
