import { iso } from '../clock.ts'
import type { FormDescription } from '../form-description.ts'
import { fingerprint, leadId, type Submission } from '../lead.ts'
import { addLead } from './add-lead.ts'
import type { LeadDatabase, NewLeadRow } from './database/tables.ts'
import { changeLeads } from './derived/change.ts'
import { monthKey } from './derived/sums.ts'
import type { Write } from './group-commit.ts'
import { createLeases } from './leases.ts'
import { createStoreCheck } from './store-check.ts'
import type { StoreContext } from './store-context.ts'
import {
  type Backlog,
  columns,
  type DeliveryState,
  type LeadCounts,
  type Lease,
  type StoredLead,
} from './stored-lead.ts'

/** Maximum length of the code of a language: RFC 5646 recommends allowing 35 characters. */
const maxLanguageLength = 35

/** Stores leads. A change is durable when its promise resolves. */
export type LeadStore = ReturnType<typeof createStore>

/**
 * Returns the store on a migrated database. `write` commits single statements; `dataDir` is its folder on SQLite.
 */
export function createStore(
  { database, inTransaction, clock }: StoreContext,
  write: Write,
  forms: readonly FormDescription[],
  dataDir?: string,
) {
  const { check, recordFailure } = createStoreCheck(database, dataDir)
  return {
    ...createLeases<StoredLead>(write, clock, 'lead', columns),
    ...createCounts(database),

    /**
     * Stores a submission, or returns the stored lead with the same content, with `added` false. `id` identifies the
     * submission; a lead's first one has the lead's id. With a lease, the lead is to be delivered, first by the lease's
     * owner.
     */
    async add(
      submission: Submission,
      lease?: Lease,
    ): Promise<{ lead: StoredLead; added: boolean; id: string }> {
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
        ...(submission.language && { language: submission.language.slice(0, maxLanguageLength) }),
        ...(submission.referral && { referral_code: submission.referral }),
      }
      const { network = null } = submission
      const added = await write((within) => addLead(within, row, forms, network)).catch((error) => {
        recordFailure(error)
        throw error
      })
      if (added) return { lead: added, added: true, id: row.id }
      const lead = await database
        .selectFrom('lead')
        .select(columns)
        .where('fingerprint', '=', row.fingerprint)
        .where('spam', '=', row.spam)
        .executeTakeFirstOrThrow()
      // Spam that repeats is not queued, so that only its lead has an id.
      return { lead, added: false, id: submission.spam ? lead.id : row.id }
    },

    /** Stores the result of an attempt and releases the lease. Without the lease, only `delivered` is stored. */
    async setDeliveryState(id: string, owner: string, next: DeliveryState): Promise<void> {
      const update = (within: LeadDatabase) =>
        within
          .updateTable('lead')
          .set({ ...next, lease_owner: null, lease_until: null })
          .where('id', '=', id)
          .where('state', '!=', 'erased')
          // An accepted delivery is a fact, no matter which process holds the lease now.
          .$if(next.state !== 'delivered', (row) => row.where('lease_owner', '=', owner))
      await inTransaction((within) => changeLeads(within, [id], () => update(within).execute()))
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

/** Returns the part of the store that counts leads. It reads only sums and indexes. */
function createCounts(database: LeadDatabase) {
  return {
    async count(since: Date): Promise<LeadCounts> {
      const rows = await database
        .selectFrom('lead_sum')
        .where('facet', '=', 'form')
        // Months sort after days.
        .where('day', '>', monthKey(''))
        .groupBy('form')
        .select(({ fn, selectFrom }) => {
          const leads = selectFrom('lead')
            .where('spam', '=', 0)
            .whereRef('form', '=', 'lead_sum.form')
          return [
            'form',
            fn.sum('leads').as('total'),
            leads
              .select(({ fn }) => fn.countAll().as('leads'))
              .where('created_at', '>=', since.toISOString())
              .as('since'),
            leads.select(({ fn }) => fn.min('created_at').as('first')).as('first'),
          ]
        })
        .execute()
      // PostgreSQL returns large numbers as text.
      return Object.fromEntries(
        rows.map(({ form, total, since, first }) => [
          form,
          { total: Number(total), since: Number(since), first: first ?? '' },
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
