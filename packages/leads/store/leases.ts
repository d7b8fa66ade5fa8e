import { type Clock, iso } from '../clock.ts'
import type { LeadDatabase, LeadRow } from './database/tables.ts'
import { unindexed } from './database/unindexed.ts'
import type { Write } from './group-commit.ts'
import type { Lease } from './stored-lead.ts'

/** The tables of items to send, which have the same columns for leases, retries, and states. */
type QueueTable = 'lead' | 'lead_message'

/** Returns the functions that decide which process sends an item of a table, and when. */
export function createLeases<Row>(
  write: Write,
  clock: Clock,
  name: QueueTable,
  columns: readonly string[],
) {
  // Both tables have these columns. Kysely's types support one table at a time.
  const table = name as 'lead'
  const returned = columns as readonly (keyof LeadRow)[]
  const now = () => iso(clock.monotonic())
  const leaseColumns = (lease: Lease) => ({
    lease_owner: lease.owner,
    lease_until: iso(lease.until),
  })
  const take = (within: LeadDatabase, lease: Lease) =>
    within.updateTable(table).set(leaseColumns(lease)).returning(returned)

  return {
    /**
     * Takes the lease on an unsent item. Resolves to undefined if another process holds it, or the item is sent.
     */
    claim: (id: string, lease: Lease): Promise<Row | undefined> =>
      write((within) =>
        take(within, lease)
          .where('id', '=', id)
          .where('state', 'in', ['pending', 'exhausted'])
          .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now())]))
          .executeTakeFirst()
          .then((row) => row as Row | undefined),
      ),

    /** Takes the lease on up to `limit` due items. The items that have been due longest are first. */
    // Selects first, then updates with conditions that no index supports. In one step, SQLite would read all due
    // items, one second per million, to update a few. The update checks again, because on PostgreSQL another process
    // may have changed the rows.
    claimDue: (lease: Lease, limit: number): Promise<Row[]> =>
      write(async (within) => {
        const due = await within
          .selectFrom(table)
          .select('id')
          .where('state', '=', 'pending')
          .where('next_attempt_at', '<=', now())
          .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now())]))
          .orderBy('next_attempt_at')
          .limit(limit)
          .execute()
        if (due.length === 0) return []
        const ids = due.map(({ id }) => id)
        const rows = await take(within, lease)
          .where('id', 'in', ids)
          .where(unindexed('state'), '=', 'pending')
          .where((row) => row(row.fn.coalesce('next_attempt_at', row.val('9')), '<=', now()))
          .where(unindexed('lease_until'), '<=', now())
          .execute()
        return rows as Row[]
      }),
  }
}
