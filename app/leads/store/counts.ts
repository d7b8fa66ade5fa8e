import type { Kysely } from 'kysely'
import { countedFrom } from './database/counter.ts'
import type { LeadTables } from './database/tables.ts'
import type { Store } from './stored-lead.ts'

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
