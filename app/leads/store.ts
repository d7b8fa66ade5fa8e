import type { Kysely, Selectable } from 'kysely'
import { type Clock, iso } from './clock.ts'
import type { LeadRow, LeadTables } from './database.ts'
import type { Write } from './group-commit.ts'
import { fingerprint, leadId, type Submission } from './lead.ts'

/** A stored lead, as far as delivery concerns it. */
export type StoredLead = Pick<
  Selectable<LeadRow>,
  'id' | 'form' | 'payload' | 'state' | 'attempts' | 'lease_until'
>

/** The right to send a lead: nobody else has it until `until`, in milliseconds of our `Clock`. */
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
  /** @throws when the database does not answer */
  check(): Promise<void>
  close(): Promise<void>
}

const columns = ['id', 'form', 'payload', 'state', 'attempts', 'lease_until'] as const

/** The store over a migrated database, whose every change goes through `write`. */
export function createStore(database: Kysely<LeadTables>, write: Write, clock: Clock): Store {
  const now = () => iso(clock())
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
    async add(submission, lease) {
      const created = clock()
      const row: LeadRow = {
        id: leadId(created),
        form: submission.form,
        payload: JSON.stringify(submission.payload),
        fingerprint: fingerprint(submission),
        spam: submission.spam ? 1 : 0,
        state: lease ? 'pending' : 'stored',
        attempts: 0,
        // Were this process to end now, another would send it once the lease is over.
        next_attempt_at: lease ? iso(created) : null,
        lease_owner: lease?.owner ?? null,
        lease_until: lease ? iso(lease.until) : null,
        last_error: null,
        created_at: iso(created),
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

    claim: (id, lease) =>
      write((within) =>
        undelivered(within)
          .where('id', '=', id)
          .set({ lease_owner: lease.owner, lease_until: iso(lease.until) })
          .returning(columns)
          .executeTakeFirst(),
      ),

    // The conditions stand outside of the inner query too: PostgreSQL checks those again when another
    // process has just changed the row.
    claimDue: (lease, limit) =>
      write((within) =>
        undelivered(within)
          .where('id', 'in', (inner) =>
            inner
              .selectFrom('lead')
              .select('id')
              .where('state', '=', 'pending')
              .where('next_attempt_at', '<=', now())
              .where((row) =>
                row.or([row('lease_until', 'is', null), row('lease_until', '<=', now())]),
              )
              .orderBy('next_attempt_at')
              .limit(limit),
          )
          .where('state', '=', 'pending')
          .where('next_attempt_at', '<=', now())
          .set({ lease_owner: lease.owner, lease_until: iso(lease.until) })
          .returning(columns)
          .execute(),
      ),

    async settle(id, owner, settlement) {
      await write((within) =>
        within
          .updateTable('lead')
          .set({ ...settlement, lease_owner: null, lease_until: null })
          .where('id', '=', id)
          .where('state', '!=', 'erased')
          // That it was accepted is so, whoever holds the lease by now.
          .$if(settlement.state !== 'delivered', (row) => row.where('lease_owner', '=', owner))
          .execute(),
      )
    },

    async count(since) {
      const rows = await database
        .selectFrom('lead')
        .where('spam', '=', 0)
        .groupBy('form')
        .select(({ fn, eb }) => [
          'form',
          fn.countAll().as('total'),
          fn
            .sum(eb.case().when('created_at', '>=', since.toISOString()).then(1).else(0).end())
            .as('since'),
        ])
        .execute()
      // PostgreSQL gives large numbers as text.
      return Object.fromEntries(
        rows.map((row) => [row.form, { total: Number(row.total), since: Number(row.since) }]),
      )
    },

    async backlog() {
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

    async check() {
      await database.selectFrom('lead').select('id').limit(1).execute()
    },

    close: () => database.destroy(),
  }
}
