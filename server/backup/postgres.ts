import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnvironment } from 'halvi-kit/processes/fork-program'
import { OperatorError } from '../operator-error.ts'

/** The file of a backup that has the leads of PostgreSQL, in the format of `pg_dump`. */
export const dumpName = 'leads.dump'

/**
 * Writes the tables of the leads to a file with `pg_dump`.
 *
 * @throws OperatorError with the message of pg_dump, or when it is not installed
 */
export const dumpLeads = (databaseUrl: string, file: string): Promise<void> =>
  run('pg_dump', databaseUrl, [
    ...['--format=custom', `--file=${file}`, '--no-owner', '--no-privileges'],
    ...['--table=lead*', '--table=kysely_*'],
  ])

/**
 * Restores the tables of the leads into a database without them, in one transaction.
 *
 * @throws OperatorError with the message of pg_restore, or when it is not installed
 */
export const restoreLeads = (databaseUrl: string, file: string): Promise<void> =>
  run('pg_restore', databaseUrl, [
    ...['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', file],
  ])

async function run(program: string, databaseUrl: string, args: string[]): Promise<void> {
  const { address, environment } = connectionOf(databaseUrl)
  const child = spawn(program, [`--dbname=${address}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment,
  })
  let output = ''
  child.stderr.on('data', (bytes) => {
    output = `${output}${bytes}`.slice(0, 2_000)
  })
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new OperatorError(
      `The leads are in PostgreSQL, and ${program} is not installed. Install PostgreSQL's client (Debian: postgresql-client) and try again`,
    )
  })
  const [line = `exited with ${code}`] = output.split('\n').filter(Boolean)
  if (code !== 0) throw new OperatorError(`${program}: ${line.replace(/^\w+: (error: )?/, '')}`)
}

/**
 * Returns the address of a database without its password, and an environment that contains the password. All users
 * of the machine can see the arguments of programs.
 */
function connectionOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const PGPASSWORD = decodeURIComponent(url.password) || url.searchParams.get('password')
  url.password = ''
  url.searchParams.delete('password')
  const environment = { ...childEnvironment([/^PG/]), ...(PGPASSWORD && { PGPASSWORD }) }
  return { address: url.href, environment }
}
