import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { withConnection } from './connect.ts'

/**
 * SQL `like` patterns for the lead tables and the migration tables. The site can't start without the migration
 * tables.
 */
export const tablePatterns: readonly string[] = ['lead', 'lead\\_%', 'kysely\\_%']

/** Resolves to the names of the lead tables in the schema that the site uses. */
export async function leadTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = current_schema() and tablename like any($1) order by name`,
    [tablePatterns],
  )
  return rows.map(({ name }) => name)
}

/**
 * Drops tables.
 *
 * @throws when other database objects depend on them
 */
export async function dropTables(client: Client, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const quoted = names.map((name) => client.escapeIdentifier(name))
  await client.query(`drop table ${quoted.join(', ')}`)
}

/** Resolves to whether the database has the lead tables. */
export const hasLeads = (databaseUrl: string): Promise<boolean> =>
  withConnection(databaseUrl, async (client) => (await leadTables(client)).includes('lead'))

/** Resolves to the number of leads. */
export const countPostgresLeads = (databaseUrl: string): Promise<number> =>
  withConnection(databaseUrl, countLeads)

/** Resolves to the ids of erased leads. */
export const erasedPostgresLeads = (databaseUrl: string): Promise<string[]> =>
  withConnection(databaseUrl, async (client) => {
    const erased = "select id from lead where state = 'erased'"
    return (await client.query<{ id: string }>(erased)).rows.map(({ id }) => id)
  })

async function countLeads(client: Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as leads from lead')
  return rows[0]?.leads ?? 0
}

/** Time within which the connections of a killed process close, in milliseconds. */
const closedWithinMs = 2_000

/**
 * Resolves to whether no other client is connected and the number of leads is still `leads`. In that case, replacing
 * the leads loses no data.
 */
export async function isUntouched(databaseUrl: string, leads: number | undefined) {
  return withConnection(databaseUrl, async (client) => {
    const end = performance.now() + closedWithinMs
    while (await hasOtherClients(client)) {
      if (performance.now() > end) return false
      await sleep(100)
    }
    return (await countLeads(client)) === leads
  })
}

async function hasOtherClients(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database()
     and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
  )
  return rows.length > 0
}
