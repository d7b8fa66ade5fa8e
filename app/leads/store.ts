import type { Kysely, Selectable } from 'kysely'
import { type Clock, iso } from './clock.ts'
import { createCounts } from './counts.ts'
import type { LeadRow, LeadTables } from './database.ts'
import type { Write } from './group-commit.ts'
import { fingerprint, leadId, type Submission } from './lead.ts'
import { columns, createLeases } from './leases.ts'
import { createStoreCheck } from './store-check.ts'

/** A stored lead, as far as delivery concerns it. */
export type StoredLead = Pick<
  Selectable<LeadRow>,
  'id' | 'form' | 'payload' | 'state' | 'attempts' | 'lease_until'
>

/** The right to send a lead: nobody else has it until `until`, in milliseconds of our clock's monotonic time. */
export interface Lease {
  owner: string
  until: number
}

/** What a try has changed about a lead. */
export type Settlement = Partial<
  Pick<LeadRow, 'state' | 'attempts' | 'next_attempt_at' | 'last_error' | 'delivered_at'>
>

/** The number of leads by form; forms without any are absent. */
export type LeadCounts = Readonly<Record<string, { total: number; since: number }>>

/** What is still to be sent. Spam is never. */
export interface Backlog {
  pending: number
  exhausted: number
  /** When the oldest pending lead came in, ISO 8601; absent when none is pending. */
  oldestPending?: string
}

/** Where leads are kept. A change is durable when its promise resolves. */
export interface Store {
  /**
   * Keeps a submission unless it is there already. With a lease it is to be delivered, by the
   * lease's owner first; `added` is false when an earlier submission had the same content.
   */
  add(submission: Submission, lease?: Lease): Promise<{ lead: StoredLead; added: boolean }>
  find(id: string): Promise<StoredLead | undefined>
  /** Takes the lease on an undelivered lead; undefined when another holds it or it is delivered. */
  claim(id: string, lease: Lease): Promise<StoredLead | undefined>
  /** Takes the lease on up to `limit` leads whose next try is due, the longest waiting first. */
  claimDue(lease: Lease, limit: number): Promise<StoredLead[]>
  /**
   * Writes down how a try ended and gives the lease back. Without the lease nothing is changed but
   * to `delivered`; an erased lead stays that.
   */
  settle(id: string, owner: string, settlement: Settlement): Promise<void>
  /** How many leads each form has, and how many of them came since; spam left out. */
  count(since: Date): Promise<LeadCounts>
  backlog(): Promise<Backlog>
  /** @throws when nothing can be stored */
  check(): Promise<void>
  close(): Promise<void>
}

/** The store over a migrated database, whose every change goes through `write`. */
export function createStore(database: Kysely<LeadTables>, write: Write, clock: Clock): Store {
  return {
    ...createLeases(write, clock),
    ...createCounts(database),

    async add(submission, lease) {
      const now = clock.monotonic()
      const row: LeadRow = {
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
      }
      const added = await write((within) =>
        within
          .insertInto('lead')
          .values(row)
          .onConflict((conflict) => conflict.columns(['fingerprint', 'spam']).doNothing())
          .returning(columns)
          .executeTakeFirst(),
      )
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
