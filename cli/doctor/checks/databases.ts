import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { storeVersions } from 'embedded-content-lake'
import { leadsFile, leadsIndexFile } from 'halvi-leads/files'
import { migrations } from 'halvi-leads/migrations'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'
import { queryFile, readLeadStore } from './lead-store.ts'

/** Checks that each database opens, is intact, and was not written by a newer version. */
export async function checkDatabases(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { DATA_DIR, DATABASE_URL, SANITY_PROJECT_ID } = settings
  const inLake = SANITY_PROJECT_ID ? [] : Object.keys(storeVersions).map((name) => `lake/${name}`)
  const files = [...inLake, ...(DATABASE_URL ? [] : [leadsFile, leadsIndexFile])]
    .map((name) => join(DATA_DIR, name))
    .filter((file) => existsSync(file))
  const inFiles = Promise.all(files.map((file) => checkFile(file, signal)))
  const findings = [...(await inFiles), ...(await checkLeads(settings))]
  const found = findings.map((finding) => finding.found).join(', ')
  return problemsOr(found || 'none found: the first start creates them', findings)
}

/** No data is lost with the index: it can be rebuilt from the leads. */
const reindex = 'run halvi leads reindex to rebuild it; the site can keep running'

const newer = (what: string) => fail(`${what} was written by a newer version`, 'start that version')

/** Checks all of a SQLite file. The timeout of 9 seconds is a little shorter than the timeout of a check. */
async function checkFile(file: string, signal: AbortSignal): Promise<Finding> {
  const name = file.endsWith('/comments/lake.db') ? 'comments/lake.db' : basename(file)
  const newest = Object.entries(storeVersions).find(([one]) => one === name)?.[1] ?? Number.NaN
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(9_000)])
  const read = async (pragma: string) => {
    const [row] = await queryFile(file, (query) => query(`pragma ${pragma}`), deadline)
    return Object.values(row ?? {})[0]
  }
  let damage: unknown
  try {
    if (Number(await read('user_version')) > newest) return newer(file)
    damage = await read('quick_check(1)')
  } catch (error) {
    damage = reasonOf(error)
  }
  if (damage === 'ok') return ok(`${name} is intact`)
  if (deadline.aborted) {
    const found = `${name} opens, but is too large to be checked within 9 s`
    return warn(found, 'stop the site and run sqlite3 FILE "pragma quick_check"')
  }
  const found = `${file} is damaged: ${String(damage).replace(/\s+/g, ' ')}`
  if (name === leadsIndexFile) return fail(found, reindex)
  return fail(found, 'stop the site and restore the last backup: see docs/operate/runbook.md')
}

async function checkLeads(settings: Settings): Promise<Finding[]> {
  const store = await readLeadStore(settings)
  if (!store) return []
  if ('error' in store) {
    // `checkFile` reports damage to a SQLite file.
    if (!settings.DATABASE_URL) return []
    const found = `PostgreSQL in DATABASE_URL is unavailable: ${store.error}`
    return [fail(found, 'check that it is running, and the user, password, and host in the URL')]
  }
  const { server, unindexed } = store
  if (store.migrations.some((name) => !Object.hasOwn(migrations, name))) {
    return [newer(server ? 'the database in DATABASE_URL' : join(settings.DATA_DIR, leadsFile))]
  }
  if (server?.isReadOnly) {
    const found = 'PostgreSQL in DATABASE_URL is read-only, like a replica'
    return [fail(found, 'set DATABASE_URL to the primary server')]
  }
  if (server?.missing.length) {
    const found = `the index of leads in DATABASE_URL is missing ${server.missing.join(', ')}`
    return [fail(found, reindex)]
  }
  // During a burst of submissions, some leads wait a short time for the index.
  if (unindexed > 1_000) {
    const found = `${unindexed} leads are not indexed yet, so staff can't find them`
    const todo =
      'the running site indexes them; if the number does not fall, run halvi leads reindex'
    return [warn(found, todo)]
  }
  return server ? [ok(`PostgreSQL ${server.version.split(' ')[0]} is available`)] : []
}
