import type { Kysely } from 'kysely'
import { type Clock, iso } from '../clock.ts'
import { fingerprint, leadId, type Submission } from '../lead.ts'
import { addLead } from './add-lead.ts'
import { firstCountedTime } from './database/counter.ts'
import type { LeadTables, NewLeadRow } from './database/tables.ts'
import type { Write } from './group-commit.ts'
import { changeAndIndex } from './index-queue.ts'
import { createStoreCheck } from './store-check.ts'
import {
  type Backlog,
  columns,
  type DeliveryState,
  type LeadCounts,
  type Lease,
  type StoredLead,
} from './stored-lead.ts'

/** Stores leads. A change is durable when its promise resolves. */
export type LeadStore = ReturnType<typeof createStore>

/** Returns the store on a migrated database. `write` commits its changes; `dataDir` is its folder on SQLite. */
export function createStore(
  database: Kysely<LeadTables>,
  write: Write,
  clock: Clock,
  dataDir?: string,
) {
  const { check, recordFailure } = createStoreCheck(database, dataDir)
  return {
    ...createLeases(write, clock),
    ...createCounts(database),

    /**
     * Stores a submission, or returns the stored lead with the same content, with `added` false. With a lease, the
     * lead is to be delivered, first by the lease's owner.
     */
    async add(
      submission: Submission,
      lease?: Lease,
    ): Promise<{ lead: StoredLead; added: boolean }> {
      const now = clock.monotonic()
      const row: NewLeadRow & StoredLead = {
        id: leadId(now),
        form: submission.form,
        payload: JSON.stringify(submission.payload),
        fingerprint: fingerprint(submission),
        spam: submission.spam ? 1 : 0,
        state: lease ? 'pending' : 'stored',
        attempts: 0,
        // If this process died now, another would deliver the lead after the lease expires.
        next_attempt_at: lease ? iso(now) : null,
        lease_owner: lease?.owner ?? null,
        lease_until: lease ? iso(lease.until) : null,
        last_error: null,
        created_at: iso(clock.wall()),
        delivered_at: null,
        first_touch: submission.firstTouch ? JSON.stringify(submission.firstTouch) : null,
      }
      const added = await write((within) => addLead(within, row)).catch((error) => {
        recordFailure(error)
        throw error
      })
      if (added) return { lead: added, added: true }
      const lead = await database
        .selectFrom('lead')
        .select(columns)
        .where('fingerprint', '=', row.fingerprint)
        .where('spam', '=', row.spam)
        .executeTakeFirstOrThrow()
      return { lead, added: false }
    },

    find: (id: string): Promise<StoredLead | undefined> =>
      database.selectFrom('lead').select(columns).where('id', '=', id).executeTakeFirst(),

    /**
     * Resolves if leads can be stored.
     *
     * @throws when they cannot be stored
     */
    check,

    close: () => database.destroy(),
  }
}

/** Returns the part of the store that decides which process delivers a lead, and when. */
export function createLeases(write: Write, clock: Clock) {
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
    /**
     * Takes the lease on an undelivered lead. Resolves to undefined if another process holds it, or the lead is
     * delivered.
     */
    claim: (id: string, lease: Lease): Promise<StoredLead | undefined> =>
      write((within) =>
        undelivered(within)
          .where('id', '=', id)
          .set({ lease_owner: lease.owner, lease_until: iso(lease.until) })
          .returning(columns)
          .executeTakeFirst(),
      ),

    /** Takes the lease on up to `limit` due leads. The leads that have been due longest are first. */
    // Selects first, then updates with conditions that no index supports. In one step, SQLite would read all due
    // leads, one second per million, to update a few. The update checks again, because on PostgreSQL another process
    // may have changed the rows.
    claimDue: (lease: Lease, limit: number): Promise<StoredLead[]> =>
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

    /** Stores the result of an attempt and releases the lease. Without the lease, only `delivered` is stored. */
    async setDeliveryState(id: string, owner: string, next: DeliveryState): Promise<void> {
      const update = (within: Kysely<LeadTables>) =>
        within
          .updateTable('lead')
          .set({ ...next, lease_owner: null, lease_until: null })
          .where('id', '=', id)
          .where('state', '!=', 'erased')
          // An accepted delivery is a fact, no matter which process holds the lease now.
          .$if(next.state !== 'delivered', (row) => row.where('lease_owner', '=', owner))
          .returning('id')
      await write((within) => changeAndIndex(within, update))
    },
  }
}

/** Returns the part of the store that counts leads. It reads only counters and indexes. */
export function createCounts(database: Kysely<LeadTables>) {
  return {
    async count(since: Date): Promise<LeadCounts> {
      const from = firstCountedTime(since)
      const rows = await database
        .selectFrom('lead_counter')
        .groupBy('form')
        .select(({ fn, eb, selectFrom }) => {
          const leads = selectFrom('lead')
            .where('spam', '=', 0)
            .whereRef('form', '=', 'lead_counter.form')
          const isCounted = eb('quarter', '>=', from.toISOString().slice(0, 16))
          return [
            'form',
            fn.sum('leads').as('total'),
            fn.sum(eb.case().when(isCounted).then(eb.ref('leads')).else(0).end()).as('since'),
            // For the part of a quarter before `from`, counts the leads themselves.
            leads
              .select(({ fn }) => fn.countAll().as('leads'))
              .where('created_at', '>=', since.toISOString())
              .where('created_at', '<', from.toISOString())
              .as('begun'),
            leads.select(({ fn }) => fn.min('created_at').as('first')).as('first'),
          ]
        })
        .execute()
      // PostgreSQL returns large numbers as text.
      return Object.fromEntries(
        rows.map(({ form, total, since, begun, first }) => [
          form,
          { total: Number(total), since: Number(since) + Number(begun), first: first ?? '' },
        ]),
      )
    },

    async backlog(): Promise<Backlog> {
      const rows = await database
        .selectFrom('lead')
        .where('state', 'in', ['pending', 'exhausted'])
        .groupBy('state')
        .select(({ fn }) => ['state', fn.countAll().as('leads'), fn.min('created_at').as('oldest')])
        .execute()
      const [pending, exhausted] = ['pending', 'exhausted'].map((state) =>
        rows.find((row) => row.state === state),
      )
      return {
        pending: Number(pending?.leads ?? 0),
        exhausted: Number(exhausted?.leads ?? 0),
        oldestPending: pending?.oldest,
      }
    },
  }
}
