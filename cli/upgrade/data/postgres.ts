import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectionOf } from '../../../server/backups/postgres/programs.ts'
import { dumpedTables, likeTables } from '../../../server/backups/postgres/tables.ts'
import { dumpName } from '../../../server/data-folder/data-files.ts'
import { CommandError } from '../../command.ts'
import type { Counts } from './counts.ts'

/** What pg_dump has written of the leads. */
export interface Dump {
  /** The file's name in the snapshot. */
  path: string
  tables: string[]
  counts: Counts
}

/** The database can't be asked for longer, in milliseconds. */
const timeoutMs = 5_000

/** Does something with a connection of its own. */
export async function withPostgres<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  // Loaded only where it is used, as by the site.
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeoutMs,
  })
  // Unheard, the error of a connection that the server cuts would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The site's tables in the schema that it uses. */
async function leadTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema()
      and tablename like any($1) order by tablename`,
    [likeTables],
  )
  return rows.map(({ name }) => name)
}

/**
 * Writes the leads' tables into a folder; nothing where no site has made them yet.
 *
 * @throws CommandError with what pg_dump says
 */
export async function dumpPostgres(databaseUrl: string, folder: string): Promise<Dump | undefined> {
  const { tables, counts } = await withPostgres(databaseUrl, async (client) => {
    const names = await leadTables(client)
    const leads = names.includes('lead') ? await countLeads(client) : 0
    return { tables: names, counts: { lead: leads } }
  })
  if (tables.length === 0) return undefined
  const { address, environment } = connectionOf(databaseUrl)
  const file = join(folder, dumpName)
  const options = ['--format=custom', ...dumpedTables, `--file=${file}`]
  await run('pg_dump', [...options, address], environment)
  return { path: dumpName, tables, counts }
}

/**
 * Puts a dump's tables in the place of those that are there, in one transaction, then removes the
 * tables that came later. May be called again.
 *
 * @throws CommandError with what pg_restore says
 */
export async function restorePostgres(
  databaseUrl: string,
  file: string,
  tables: readonly string[],
): Promise<void> {
  const { address, environment } = connectionOf(databaseUrl)
  const options = ['--clean', '--if-exists', '--no-owner', '--single-transaction']
  await run('pg_restore', [...options, `--dbname=${address}`, file], environment)
  await withPostgres(databaseUrl, async (client) => {
    for (const table of await leadTables(client)) {
      if (!tables.includes(table)) await client.query(`drop table "${table}" cascade`)
    }
  })
}

/** Connections of an upgrade that was killed are gone within so long, in milliseconds. */
const closedWithinMs = 2_000

/** Whether nobody else is connected, and no lead has come since a dump: putting it back loses nothing. */
export async function isUntouched(databaseUrl: string, counts: Counts): Promise<boolean> {
  return withPostgres(databaseUrl, async (client) => {
    const end = performance.now() + closedWithinMs
    while (await hasOthers(client)) {
      if (performance.now() > end) return false
      await sleep(100)
    }
    return (await countLeads(client)) === counts.lead
  })
}

async function hasOthers(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
  )
  return rows.length > 0
}

/** The leads that are erased, by id. */
export async function erasedLeads(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>("select id from lead where state = 'erased'")
  return rows.map(({ id }) => id)
}

/** How many leads there are. */
export async function countLeads(client: Client): Promise<number> {
  const { rows } = await client.query<{ leads: string }>('select count(*) as leads from lead')
  return Number(rows[0]?.leads)
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(0, 2_000)
  })
  const [code] = (await once(child, 'close').catch((error: Error) => {
    throw new CommandError(`${program} can't be run: ${error.message}`)
  })) as [number | null]
  if (code !== 0) throw new CommandError(`${program} failed: ${said.trim().split('\n')[0]}`)
}
