import { CompiledQuery, sql } from 'kysely'
import { addOnConflict, quarterOf } from './database/counting/counter.ts'
import { isPostgres } from './database/dialect.ts'
import type { LeadDatabase, NewLeadRow } from './database/tables.ts'
import { columns, type StoredLead } from './stored-lead.ts'

/**
 * Adds a lead, queues it for the index and for an answer, and counts it. Does all or nothing: in one statement on
 * PostgreSQL, and in the transaction `within` on SQLite. If the same content is stored already, only queues that lead
 * for another answer, and returns undefined.
 */
export async function addLead(
  within: LeadDatabase,
  row: NewLeadRow & StoredLead,
): Promise<StoredLead | undefined> {
  const added = await (isPostgres(within) ? inOneStatement(within, row) : oneByOne(within, row))
  if (!added && row.spam === 0) {
    await sql`insert into lead_to_answer (lead_id)
      select id from lead where fingerprint = ${row.fingerprint} and spam = 0
      on conflict (lead_id) do update set answer = 1`.execute(within)
  }
  return added
}

const insert = (within: Pick<LeadDatabase, 'insertInto'>, row: NewLeadRow) =>
  within
    .insertInto('lead')
    .values(row)
    .onConflict((conflict) => conflict.columns(['fingerprint', 'spam']).doNothing())

/** Inserts in raw SQL. Kysely takes longer to build three statements than SQLite to run them. */
async function oneByOne(within: LeadDatabase, row: NewLeadRow & StoredLead) {
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
    await run('insert into lead_to_answer (lead_id) values (?)', [row.id])
    await run(
      `insert into lead_counter (form, quarter, slot, leads) values (?, ?, 0, 1)
       on conflict (form, quarter, slot) do update set leads = leads + 1`,
      [row.form, quarterOf(row.created_at)],
    )
  }
  return row
}

function inOneStatement(within: LeadDatabase, row: NewLeadRow) {
  const counted = sql<string>`${quarterOf(row.created_at)}::text`
  return within
    .with('added', (database) => insert(database, row).returning(columns))
    .with('waiting', (database) =>
      database
        .insertInto('lead_to_index')
        .columns(['lead_id'])
        .expression((from) => from.selectFrom('added').select('id')),
    )
    .with('answering', (database) =>
      database
        .insertInto('lead_to_answer')
        .columns(['lead_id'])
        .expression((from) =>
          from.selectFrom('added').select('id').where(sql`${row.spam}::integer`, '=', 0),
        ),
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
        .onConflict(addOnConflict),
    )
    .selectFrom('added')
    .selectAll()
    .executeTakeFirst()
}

/** Counter slot of this connection. With a shared row, connections would wait for each other's commits. */
const slot = sql<number>`pg_backend_pid()`
