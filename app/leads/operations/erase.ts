import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import Database from 'libsql'
import pg from 'pg'
import { comparable } from '../lead.ts'
import type { LeadTables } from '../store/database.ts'
import { CommandError, defineCommand, type Tools, UsageError } from './command.ts'
import { payloadOf, readLeads } from './read-leads.ts'

/** How long it waits while the site is writing, in milliseconds. */
const timeoutMs = 10_000

/** Removes a person from all forms' leads. What counts leads finds as many as before. */
export const erase = defineCommand({
  usage: `  erase --email E [--yes]
      Empties every lead with this e-mail address, in upper or lower case, spam too, and has the
      database forget it for good. Asks first, unless told --yes.`,
  options: { email: { type: 'string' }, yes: { type: 'boolean', default: false } },
  arguments: [0, 0],
  async run(tools, { email = '', yes }) {
    if (!email.includes('@')) throw new UsageError('--email wants an e-mail address')
    if (!yes && !tools.confirm) throw new UsageError('Nobody is here to ask: add --yes')
    const found = await leadsOf(email, tools)
    const leads = found.length === 1 ? '1 lead' : `${found.length} leads`
    if (!yes && !(await tools.confirm?.(`Erase ${leads}? This can't be undone.`))) {
      throw new CommandError('Nothing was erased')
    }
    for (const id of found) await empty(tools.database, id)
    // Even when nothing was found: an earlier run may have been cut off before this.
    const refused = await forget(tools)
    tools.out.write(`Erased ${leads}. ${remaining(tools)}\n`)
    for (const what of refused) tools.out.write(`PostgreSQL may still hold parts of it: ${what}\n`)
  },
})

const remaining = ({ databaseUrl }: Tools) =>
  databaseUrl ? `${others} So does the write-ahead log, until that is recycled.` : others

const others =
  'Backups and exports that were made before, and whoever leads were delivered to, still have it.'

async function leadsOf(email: string, { database, progress }: Tools): Promise<string[]> {
  const found: string[] = []
  let read = 0
  for await (const row of readLeads(database)) {
    const { email: theirs } = payloadOf(row)
    if (theirs !== undefined && comparable('email', theirs) === comparable('email', email)) {
      found.push(row.id)
    }
    if (++read % 1_000 === 0) progress?.(`${read} leads searched`)
  }
  progress?.('')
  return found
}

/** The fingerprint is replaced too: it would tell whoever guesses the content, and keep them out. */
function empty(database: Kysely<LeadTables>, id: string) {
  return database
    .updateTable('lead')
    .set({
      state: 'erased',
      payload: '{}',
      fingerprint: randomBytes(32).toString('hex'),
      next_attempt_at: null,
      lease_owner: null,
      lease_until: null,
      last_error: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Resolves to what the database would not do. */
async function forget({ file, databaseUrl }: Tools): Promise<string[]> {
  try {
    if (file) forgetInSqlite(file)
    return databaseUrl ? await forgetInPostgres(databaseUrl) : []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `Erased, but the database's free space still has it (${reason}): please run it again`,
    )
  }
}

/**
 * Removes from an SQLite file what it has kept of former rows: free pages and free space within
 * pages, which only writing the file anew leaves behind, and the write-ahead log.
 *
 * @throws when the site keeps it busy for too long, or the disk has no room for a second copy
 */
function forgetInSqlite(file: string): void {
  const database = new Database(file)
  try {
    database.pragma(`busy_timeout = ${timeoutMs}`)
    // The new file is put together on disk; in memory it would take as much of that.
    database.pragma('temp_store = file')
    database.exec('vacuum')
    const [result] = database.pragma('wal_checkpoint(truncate)') as { busy: number }[]
    if (result?.busy) throw new Error('the database is busy')
  } finally {
    database.close()
  }
}

/**
 * Removes from PostgreSQL what it has kept of former rows: dead rows, whose bytes `vacuum` alone
 * leaves in the table's file until others overwrite them, and the samples of rows in its statistics.
 * The table is written anew and locked meanwhile. Resolves to what PostgreSQL would not do for this
 * user, in its own words.
 *
 * @throws when transactions that still see the former rows, or use the table, go on for too long
 */
async function forgetInPostgres(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  const refused: string[] = []
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING' && message) refused.push(message)
  })
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${timeoutMs}`)
    await seenByNobody(client)
    // Written anew with its indexes, and sampled again without the former rows.
    await client.query('vacuum (full, analyze) lead')
    await client.query('vacuum (full) pg_statistic')
  } finally {
    await client.end()
  }
  return refused
}

/** How often it looks, in milliseconds. */
const pollIntervalMs = 100

/** Resolves when no transaction is left that began before now: what such a one sees must be kept. */
async function seenByNobody(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_current_xact_id()::text as now')
  const end = performance.now() + timeoutMs
  for (;;) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and backend_type <> 'autovacuum worker' and age(backend_xmin) > age($1::xid8::xid)`,
      [rows[0].now],
    )
    if (rowCount === 0) return
    if (performance.now() > end) throw new Error('a transaction that began before goes on')
    await sleep(pollIntervalMs)
  }
}
