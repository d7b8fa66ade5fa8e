import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { damageOf } from 'halvi-kit/files/sqlite-file'
import { reasonOf } from 'halvi-kit/reason'
import { leadsFile } from 'halvi-leads/admin'
import type { Settings } from 'halvi-site/settings/settings'
import Database from 'libsql/promise'
import { storeVersions } from 'local-content-lake'
import pg from 'pg'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'

/** Checks that each SQLite file opens and is intact, and that PostgreSQL responds and is writable. */
export async function checkDatabases(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { DATA_DIR, DATABASE_URL, SANITY_PROJECT_ID } = settings
  const inLake = SANITY_PROJECT_ID ? [] : Object.keys(storeVersions).map((name) => `lake/${name}`)
  const files = [...inLake, ...(DATABASE_URL ? [] : [leadsFile])].filter((name) =>
    existsSync(join(DATA_DIR, name)),
  )
  const findings = await Promise.all([
    ...files.map((name) => checkFile(DATA_DIR, name, signal)),
    ...(DATABASE_URL ? [checkPostgres(DATABASE_URL)] : []),
  ])
  const found = findings.map((finding) => finding.found).join(', ')
  return problemsOr(found || 'none found: the first start creates them', findings)
}

/** Checks all of a SQLite file. The timeout of 9 seconds is a little shorter than the timeout of a check. */
async function checkFile(folder: string, name: string, signal: AbortSignal): Promise<Finding> {
  const file = join(folder, name)
  // If no process has the file open, `immutable` keeps SQLite from creating files beside it.
  const isInUse = existsSync(`${file}-wal`)
  const path = isInUse ? file : `${pathToFileURL(file).href}?immutable=1`
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(9_000)])
  let damage: string
  try {
    const database = new Database(path, { timeout: 5_000 })
    const interrupt = () => database.interrupt()
    timeout.addEventListener('abort', interrupt)
    try {
      const [row] = await (await database.prepare('pragma quick_check(1)')).all()
      damage = String(Object.values(row as object)[0])
    } finally {
      timeout.removeEventListener('abort', interrupt)
      database.close()
    }
  } catch (error) {
    damage = reasonOf(error)
  }
  if (damage === 'ok') return ok(`${name} is intact`)
  if (timeout.aborted) {
    const found = `${name} opens, but is too large to be checked within 9 s`
    return warn(found, 'stop the site and run sqlite3 FILE "pragma quick_check"')
  }
  const { found, todo } = damageOf(file, damage)
  return fail(found, todo)
}

async function checkPostgres(connectionString: string): Promise<Finding> {
  const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 3_000 }
  const client = new pg.Client({ connectionString, ...timeouts })
  // The pending call rejects with the error. Without a listener, the event would crash the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show transaction_read_only')
    if (rows[0].transaction_read_only === 'off') return ok('PostgreSQL is available')
    const found = 'PostgreSQL in DATABASE_URL is read-only, like a replica'
    return fail(found, 'set DATABASE_URL to the primary server')
  } catch (error) {
    const found = `PostgreSQL in DATABASE_URL is unavailable: ${reasonOf(error)}`
    return fail(found, 'check that it is running, and the user, password, and host in the URL')
  } finally {
    await client.end().catch(() => {})
  }
}
