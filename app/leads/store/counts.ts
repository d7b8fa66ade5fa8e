import type { Kysely } from 'kysely'
import type { LeadTables } from './database.ts'
import type { Store } from './stored-lead.ts'

/** The part of the store that counts leads, from indexes alone. */
export function createCounts(database: Kysely<LeadTables>): Pick<Store, 'count' | 'backlog'> {
  return {
    async count(since) {
      const rows = await database
        .selectFrom('lead')
        .where('spam', '=', 0)
        .groupBy('form')
        .select(({ fn, eb }) => [
          'form',
          fn.countAll().as('total'),
          fn.min('created_at').as('first'),
          fn
            .sum(eb.case().when('created_at', '>=', since.toISOString()).then(1).else(0).end())
            .as('since'),
        ])
        .execute()
      // PostgreSQL gives large numbers as text.
      return Object.fromEntries(
        rows.map(({ form, total, since, first }) => [
          form,
          { total: Number(total), since: Number(since), first },
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
