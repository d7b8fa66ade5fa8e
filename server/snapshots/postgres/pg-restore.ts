import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { OperatorError } from '../../operator-error.ts'
import { connectionOf, withConnection } from './connect.ts'
import { dropTables, leadTables } from './leads.ts'

// Backups and snapshots of version 0.2.0 and earlier contain the PostgreSQL leads in the format of `pg_dump`. Only
// `pg_restore` can read it.

/**
 * Restores a dump in one transaction.
 *
 * @param tables the tables in the dump; if given, they replace existing lead tables
 * @throws OperatorError with the message of pg_restore, or when pg_restore is not installed
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

/**
 * Checks that pg_restore can read the whole dump.
 *
 * @throws OperatorError otherwise
 */
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
      'Restoring the PostgreSQL leads of this backup requires pg_restore, which is not installed (Debian: postgresql-client). Newer backups do not need it',
    )
  })) as [number | null]
  const [line = `exited with ${code}`] = output.split('\n').filter(Boolean)
  if (code !== 0) throw new OperatorError(`pg_restore: ${line.replace(/^\w+: (error: )?/, '')}`)
}
