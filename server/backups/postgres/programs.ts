import { spawn } from 'node:child_process'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'

/** Whether `pg_dump` and `pg_restore` can be run here. */
export async function hasPostgresPrograms(): Promise<boolean> {
  for (const program of ['pg_dump', 'pg_restore']) {
    const child = spawn(program, ['--version'], { stdio: 'ignore', env: childEnvironment() })
    const code = await new Promise((resolve) => {
      child.once('error', () => resolve(undefined))
      child.once('exit', resolve)
    })
    if (code !== 0) return false
  }
  return true
}

/**
 * How a program is told of a database: everybody on the machine sees its arguments, so that the password
 * goes by the environment.
 */
export function connectionOf(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const PGPASSWORD = decodeURIComponent(url.password) || url.searchParams.get('password')
  url.password = ''
  url.searchParams.delete('password')
  const environment = { ...childEnvironment([/^PG/]), ...(PGPASSWORD && { PGPASSWORD }) }
  return { address: url.href, environment }
}
