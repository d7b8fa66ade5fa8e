import type { Kysely } from 'kysely'
import { type Clock, iso } from '../clock.ts'
import type { LeadTables } from './database/tables.ts'
import type { Write } from './group-commit.ts'
import { changeAndIndex } from './lead-to-index.ts'
import { columns, type Store } from './stored-lead.ts'

/** The part of the store that decides who sends a lead, and when. */
export function createLeases(
  write: Write,
  clock: Clock,
): Pick<Store, 'claim' | 'claimDue' | 'setDeliveryState'> {
  const now = () => iso(clock.monotonic())
  const undelivered = (within: Kysely<LeadTables>) =>
    within
      .updateTable('lead')
      .where((row) =>
        row.and([
          row('state', 'in', ['pending', 'exhausted']),
          row.or([row('lease_until', 'is', null), row('lease_until', '<=', now())]),
        ]),
      )

  return {
    claim: (id, lease) =>
      write((within) =>
        undelivered(within)
          .where('id', '=', id)
          .set({ lease_owner: lease.owner, lease_until: iso(lease.until) })
          .returning(columns)
          .executeTakeFirst(),
      ),

    // In two steps, with conditions of the second that no index serves: SQLite would go through all
    // that is due, a second a million leads, to update a few. They are checked again since on
    // PostgreSQL another process may have changed the rows in between.
    claimDue: (lease, limit) =>
      write(async (within) => {
        const due = await within
          .selectFrom('lead')
          .select('id')
          .where('state', '=', 'pending')
          .where('next_attempt_at', '<=', now())
          .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now())]))
          .orderBy('next_attempt_at')
          .limit(limit)
          .execute()
        if (due.length === 0) return []
        const ids = due.map(({ id }) => id)
        return within
          .updateTable('lead')
          .where('id', 'in', ids)
          .where((row) => row(row.fn.coalesce('state', row.val('')), '=', 'pending'))
          .where((row) => row(row.fn.coalesce('next_attempt_at', row.val('9')), '<=', now()))
          .where((row) => row(row.fn.coalesce('lease_until', row.val('')), '<=', now()))
          .set({ lease_owner: lease.owner, lease_until: iso(lease.until) })
          .returning(columns)
          .execute()
      }),

    async setDeliveryState(id, owner, next) {
      const update = (within: Kysely<LeadTables>) =>
        within
          .updateTable('lead')
          .set({ ...next, lease_owner: null, lease_until: null })
          .where('id', '=', id)
          .where('state', '!=', 'erased')
          // That it was accepted is so, whoever holds the lease by now.
          .$if(next.state !== 'delivered', (row) => row.where('lease_owner', '=', owner))
          .returning('id')
      await write((within) => changeAndIndex(within, update))
    },
  }
}
