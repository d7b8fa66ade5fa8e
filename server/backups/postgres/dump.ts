import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { BackupError } from '../backup-error.ts'
import { connectionOf } from './programs.ts'
import { dumpedTables } from './tables.ts'

/**
 * All leads of PostgreSQL, as `pg_dump` writes them: a snapshot that is consistent in itself.
 *
 * @throws BackupError, at its end too, with what pg_dump said
 */
export async function* dumpLeads(databaseUrl: string): AsyncGenerator<Buffer> {
  // Chunks are compressed by themselves, so that what has not changed is found again.
  const options = ['--format=custom', '--compress=0', '--lock-wait-timeout=10000', ...dumpedTables]
  const child = start('pg_dump', options, databaseUrl, ['ignore', 'pipe', 'pipe'])
  try {
    if (child.stdout) yield* child.stdout as AsyncIterable<Buffer>
    await child.succeeded
  } finally {
    child.kill()
  }
}

/** @throws BackupError when the database holds leads already, or can't be reached */
export async function assertEmptyDatabase(databaseUrl: string): Promise<void> {
  if (!(await hasLeads(databaseUrl))) return
  throw new BackupError('The database in DATABASE_URL holds leads: restore into an empty one')
}

/** To count a million leads takes a second. */
const newClient = (connectionString: string) =>
  new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 5 * 60_000 })

/** Whether a site has made its tables there. */
export async function hasLeads(databaseUrl: string): Promise<boolean> {
  const client = newClient(databaseUrl)
  try {
    await client.connect()
    const { rows } = await client.query("select to_regclass('lead') is not null as found")
    return rows[0]?.found === true
  } catch (error) {
    throw new BackupError(
      `The database in DATABASE_URL can't be asked: ${(error as Error).message}`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** How many leads there are. */
export async function countPostgresLeads(databaseUrl: string): Promise<number> {
  const client = newClient(databaseUrl)
  try {
    await client.connect()
    const { rows } = await client.query('select count(*)::int as leads from lead')
    return rows[0]?.leads ?? 0
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Restores a dump into an empty database: all of it, or nothing.
 *
 * @throws BackupError with what pg_restore said
 */
export async function restoreLeads(dump: string, databaseUrl: string): Promise<void> {
  const options = ['--no-owner', '--single-transaction', '--exit-on-error']
  const child = start('pg_restore', options, databaseUrl, ['pipe', 'ignore', 'pipe'], true)
  if (child.stdin) await pipeline(createReadStream(dump), child.stdin).catch(() => {})
  await child.succeeded
}

/** @throws BackupError unless pg_restore can read all of it */
export async function checkDump(dump: string): Promise<void> {
  const child = start('pg_restore', ['--file=-', dump], undefined, ['ignore', 'ignore', 'pipe'])
  await child.succeeded
}

type Stdio = 'ignore' | 'pipe'

function start(
  program: string,
  options: string[],
  databaseUrl: string | undefined,
  stdio: [Stdio, Stdio, 'pipe'],
  byName = false,
) {
  const { address, environment } = databaseUrl ? connectionOf(databaseUrl) : {}
  const target = address === undefined ? [] : [byName ? `--dbname=${address}` : address]
  const child = spawn(program, [...options, ...target], { stdio, env: environment })
  let said = ''
  child.stderr?.on('data', (bytes) => {
    if (said.length < 2_000) said += bytes
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const succeeded = ended.then(
    ([code]) => {
      const [line = `ended with ${code}`] = said.split('\n').filter(Boolean)
      if (code !== 0) throw new BackupError(`${program}: ${line.replace(/^\w+: (error: )?/, '')}`)
    },
    (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'it is not installed' : error.message
      throw new BackupError(`${program} can't be used: ${why}`)
    },
  )
  // Told by whoever waits for it.
  succeeded.catch(() => {})
  return { stdin: child.stdin, stdout: child.stdout, succeeded, kill: () => child.kill() }
}
