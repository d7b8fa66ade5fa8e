import { CompiledQuery, type Kysely, sql } from 'kysely'
import { addedUp, quarterOf } from './database/counter.ts'
import { isPostgres } from './database/dialect.ts'
import type { LeadTables, NewLeadRow } from './database/tables.ts'
import { columns, type StoredLead } from './stored-lead.ts'

/**
 * Adds a new lead, queues it for the index and counts it, all or nothing: on PostgreSQL in one statement, on SQLite
 * `within` a transaction. Undefined where the same content is there.
 */
export function addLead(
  within: Kysely<LeadTables>,
  row: NewLeadRow & StoredLead,
): Promise<StoredLead | undefined> {
  return isPostgres(within) ? inOneStatement(within, row) : oneByOne(within, row)
}

const insert = (within: Pick<Kysely<LeadTables>, 'insertInto'>, row: NewLeadRow) =>
  within
    .insertInto('lead')
    .values(row)
    .onConflict((conflict) => conflict.columns(['fingerprint', 'spam']).doNothing())

/** In SQL: to write three statements takes Kysely longer than SQLite to run them. */
async function oneByOne(within: Kysely<LeadTables>, row: NewLeadRow & StoredLead) {
  const run = (text: string, values: readonly unknown[]) =>
    within.executeQuery(CompiledQuery.raw(text, [...values]))
  const columns = Object.keys(row)
  const { numAffectedRows } = await run(
    `insert into lead (${columns}) values (${columns.map(() => '?')})
     on conflict (fingerprint, spam) do nothing`,
    Object.values(row),
  )
  if (!numAffectedRows) return undefined
  await run('insert into lead_to_index (lead_id) values (?)', [row.id])
  if (row.spam === 0) {
    await run(
      `insert into lead_counter (form, quarter, slot, leads) values (?, ?, 0, 1)
       on conflict (form, quarter, slot) do update set leads = leads + 1`,
      [row.form, quarterOf(row.created_at)],
    )
  }
  return row
}

function inOneStatement(within: Kysely<LeadTables>, row: NewLeadRow) {
  const counted = sql<string>`${quarterOf(row.created_at)}::text`
  return within
    .with('added', (database) => insert(database, row).returning(columns))
    .with('waiting', (database) =>
      database
        .insertInto('lead_to_index')
        .columns(['lead_id'])
        .expression((from) => from.selectFrom('added').select('id')),
    )
    .with('counted', (database) =>
      database
        .insertInto('lead_counter')
        .columns(['form', 'quarter', 'slot', 'leads'])
        .expression((from) =>
          from
            .selectFrom('added')
            .select(['form', counted.as('quarter'), slot.as('slot'), sql<number>`1`.as('leads')])
            .where(sql`${row.spam}::integer`, '=', 0),
        )
        .onConflict(addedUp),
    )
    .selectFrom('added')
    .selectAll()
    .executeTakeFirst()
}

/** Each connection counts for itself: at one row they would wait for each other's commits. */
const slot = sql<number>`pg_backend_pid()`
