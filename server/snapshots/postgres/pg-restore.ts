import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { OperatorError } from '../../operator-error.ts'
import { connectionOf, withConnection } from './connect.ts'
import { dropTables, leadTables } from './leads.ts'

// Backups and snapshots of 0.2.0 and earlier hold the leads of PostgreSQL as `pg_dump` wrote them, which
// `pg_restore` alone reads.

/**
 * Restores a dump: all of it, or nothing.
 *
 * @param tables those that the dump holds, where it replaces the tables that are there
 * @throws OperatorError with the message of pg_restore, or that it is not installed
 */
export async function restoreDump(
  dump: string,
  databaseUrl: string,
  tables?: readonly string[],
): Promise<void> {
  const { address, environment } = connectionOf(databaseUrl)
  const replace = tables ? ['--clean', '--if-exists'] : []
  const options = ['--no-owner', '--single-transaction', '--exit-on-error', ...replace]
  await run([...options, `--dbname=${address}`, dump], environment)
  if (!tables) return
  await withConnection(databaseUrl, async (client) => {
    const later = (await leadTables(client)).filter((name) => !tables.includes(name))
    await dropTables(client, later)
  })
}

/** @throws OperatorError unless pg_restore can read all of it */
export async function checkDump(dump: string): Promise<void> {
  await run(['--file=-', dump])
}

async function run(args: string[], env = childEnvironment()): Promise<void> {
  const child = spawn('pg_restore', args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  let output = ''
  child.stderr.on('data', (bytes) => {
    output = `${output}${bytes}`.slice(0, 2_000)
  })
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new OperatorError(`pg_restore can't run: ${error.message}`)
    throw new OperatorError(
      'The leads of PostgreSQL in this backup need pg_restore, which is not installed (Debian: postgresql-client). Newer backups do not need it',
    )
  })) as [number | null]
  const [line = `exited with ${code}`] = output.split('\n').filter(Boolean)
  if (code !== 0) throw new OperatorError(`pg_restore: ${line.replace(/^\w+: (error: )?/, '')}`)
}
