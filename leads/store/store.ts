import type { Kysely } from 'kysely'
import { type Clock, iso } from '../clock.ts'
import { fingerprint, leadId } from '../lead.ts'
import { addLead } from './add-lead.ts'
import { countedFrom } from './database/counter.ts'
import type { LeadTables, NewLeadRow } from './database/tables.ts'
import type { Write } from './group-commit.ts'
import { changeAndIndex } from './lead-to-index.ts'
import { createStoreCheck } from './store-check.ts'
import { columns, type Store, type StoredLead } from './stored-lead.ts'

/**
 * The store over a migrated database, whose every change goes through `write`.
 *
 * @param dataDir its folder, on SQLite
 */
export function createStore(
  database: Kysely<LeadTables>,
  write: Write,
  clock: Clock,
  dataDir?: string,
): Store {
  const { check, leadFailed } = createStoreCheck(database, dataDir)
  return {
    ...createLeases(write, clock),
    ...createCounts(database),

    async add(submission, lease) {
      const now = clock.monotonic()
      const row: NewLeadRow & StoredLead = {
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
      const added = await write((within) => addLead(within, row)).catch((error) => {
        leadFailed(error)
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

    find: (id) =>
      database.selectFrom('lead').select(columns).where('id', '=', id).executeTakeFirst(),

    check,

    close: () => database.destroy(),
  }
}

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

/** The part of the store that counts leads, from counters and indexes alone. */
export function createCounts(database: Kysely<LeadTables>): Pick<Store, 'count' | 'backlog'> {
  return {
    async count(since) {
      const from = countedFrom(since)
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
            // Of the quarter that had begun before, the leads themselves tell.
            leads
              .select(({ fn }) => fn.countAll().as('leads'))
              .where('created_at', '>=', since.toISOString())
              .where('created_at', '<', from.toISOString())
              .as('begun'),
            leads.select(({ fn }) => fn.min('created_at').as('first')).as('first'),
          ]
        })
        .execute()
      // PostgreSQL gives large numbers as text.
      return Object.fromEntries(
        rows.map(({ form, total, since, begun, first }) => [
          form,
          { total: Number(total), since: Number(since) + Number(begun), first: first ?? '' },
        ]),
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
  }
}
