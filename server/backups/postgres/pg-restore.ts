import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { BackupError } from '../backup-error.ts'
import { connectionOf } from './programs.ts'

// Backups of earlier versions hold the leads of PostgreSQL as `pg_dump` wrote them, which `pg_restore` alone reads.

/**
 * Restores a dump into an empty database: all of it, or nothing.
 *
 * @throws BackupError with what pg_restore said, or that it is not installed
 */
export async function restoreDump(dump: string, databaseUrl: string): Promise<void> {
  const { address, environment } = connectionOf(databaseUrl)
  const options = ['--no-owner', '--single-transaction', '--exit-on-error']
  await run([...options, `--dbname=${address}`], 'pipe', environment, dump)
}

/** @throws BackupError unless pg_restore can read all of it */
export async function checkDump(dump: string): Promise<void> {
  await run(['--file=-', dump], 'ignore')
}

async function run(
  args: string[],
  stdin: 'ignore' | 'pipe',
  env = childEnvironment(),
  input?: string,
): Promise<void> {
  const child = spawn('pg_restore', args, { stdio: [stdin, 'ignore', 'pipe'], env })
  let said = ''
  child.stderr?.on('data', (bytes) => {
    if (said.length < 2_000) said += bytes
  })
  const ended = once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new BackupError(`pg_restore can't be run: ${error.message}`)
    throw new BackupError(
      'The leads of PostgreSQL in this backup need pg_restore, which is not installed (Debian: postgresql-client). Newer backups do not need it',
    )
  }) as Promise<[number | null]>
  ended.catch(() => {})
  if (child.stdin && input) await pipeline(createReadStream(input), child.stdin).catch(() => {})
  const [code] = await ended
  const [line = `ended with ${code}`] = said.split('\n').filter(Boolean)
  if (code !== 0) throw new BackupError(`pg_restore: ${line.replace(/^\w+: (error: )?/, '')}`)
}
