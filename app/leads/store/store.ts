import type { Kysely } from 'kysely'
import { type Clock, iso } from '../clock.ts'
import { fingerprint, leadId } from '../lead.ts'
import { addLead } from './add-lead.ts'
import { createCounts } from './counts.ts'
import type { LeadTables, NewLeadRow } from './database/tables.ts'
import type { Write } from './group-commit.ts'
import { createLeases } from './leases.ts'
import { createStoreCheck } from './store-check.ts'
import { columns, type Store } from './stored-lead.ts'

/** The store over a migrated database, whose every change goes through `write`. */
export function createStore(database: Kysely<LeadTables>, write: Write, clock: Clock): Store {
  return {
    ...createLeases(write, clock),
    ...createCounts(database),

    async add(submission, lease) {
      const now = clock.monotonic()
      const row: NewLeadRow = {
        id: leadId(now),
        form: submission.form,
        payload: JSON.stringify(submission.payload),
        fingerprint: fingerprint(submission),
        spam: submission.spam ? 1 : 0,
        state: lease ? 'pending' : 'stored',
        attempts: 0,
        // Were this process to end now, another would send it once the lease is over.
        next_attempt_at: lease ? iso(now) : null,
        lease_owner: lease?.owner ?? null,
        lease_until: lease ? iso(lease.until) : null,
        last_error: null,
        created_at: iso(clock.wall()),
        delivered_at: null,
        first_touch: submission.firstTouch ? JSON.stringify(submission.firstTouch) : null,
      }
      const added = await write((within) => addLead(within, row))
      if (added) return { lead: added, added: true }
      const lead = await database
        .selectFrom('lead')
        .select(columns)
        .where('fingerprint', '=', row.fingerprint)
        .where('spam', '=', row.spam)
        .executeTakeFirstOrThrow()
      return { lead, added: false }
    },

    find: (id) =>
      database.selectFrom('lead').select(columns).where('id', '=', id).executeTakeFirst(),

    check: createStoreCheck(database),

    close: () => database.destroy(),
  }
}
