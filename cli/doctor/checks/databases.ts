import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { storeVersions } from 'embedded-content-lake'
import { leadsFile, leadsIndexFile } from 'halvi-leads/files'
import { migrations } from 'halvi-leads/migrations'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'
import { queryFile, readLeadStore } from './lead-store.ts'

/** Checks that each database opens, is whole, and was written by no newer version than this. */
export async function checkDatabases(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { DATA_DIR, DATABASE_URL, SANITY_PROJECT_ID } = settings
  const inLake = SANITY_PROJECT_ID ? [] : Object.keys(storeVersions).map((name) => `lake/${name}`)
  const files = [...inLake, ...(DATABASE_URL ? [] : [leadsFile, leadsIndexFile])]
    .map((name) => join(DATA_DIR, name))
    .filter((file) => existsSync(file))
  const inFiles = Promise.all(files.map((file) => checkFile(file, signal)))
  const findings = [...(await inFiles), ...(await checkLeads(settings))]
  const found = findings.map((finding) => finding.found).join(', ')
  return problemsOr(found || 'none yet: the first start makes them', findings)
}

/** Nothing is lost with the index: it is made from the leads. */
const reindex = 'halvi leads reindex rebuilds it, beside the running site'

const newer = (what: string) =>
  fail(`${what} was written by a newer version`, 'start that one, or halvi rollback')

/** Reads a SQLite file through, for a little less time than a check may take. */
async function checkFile(file: string, signal: AbortSignal): Promise<Finding> {
  const name = basename(file)
  const newest = Object.entries(storeVersions).find(([one]) => one === name)?.[1] ?? Number.NaN
  const limit = AbortSignal.any([signal, AbortSignal.timeout(9_000)])
  const read = async (pragma: string) => {
    const [row] = await queryFile(file, (query) => query(`pragma ${pragma}`), limit)
    return Object.values(row ?? {})[0]
  }
  let damage: unknown
  try {
    if (Number(await read('user_version')) > newest) return newer(file)
    damage = await read('quick_check(1)')
  } catch (error) {
    damage = reasonOf(error)
  }
  if (damage === 'ok') return ok(`${name} is whole`)
  if (limit.aborted) {
    const found = `${name} opens, and is too large to be read through in 9 s`
    return warn(found, 'a restore drill reads all of it: see when the last one was')
  }
  const found = `${file} is damaged: ${String(damage).replace(/\s+/g, ' ')}`
  if (name === leadsIndexFile) return fail(found, reindex)
  return fail(found, 'stop the site and restore the last backup (docs/operations.md)')
}

async function checkLeads(settings: Settings): Promise<Finding[]> {
  const store = await readLeadStore(settings)
  if (!store) return []
  if ('error' in store) {
    // Damage to a file is found by reading it through.
    if (!settings.DATABASE_URL) return []
    const found = `PostgreSQL in DATABASE_URL does not answer: ${store.error}`
    return [fail(found, 'check that it runs, and that name, password and host are right')]
  }
  const { server, unindexed } = store
  if (store.migrations.some((name) => !Object.hasOwn(migrations, name))) {
    return [newer(server ? 'the database in DATABASE_URL' : join(settings.DATA_DIR, leadsFile))]
  }
  if (server?.isReadOnly) {
    const found = 'PostgreSQL in DATABASE_URL is read-only: a replica'
    return [fail(found, 'set DATABASE_URL to the primary')]
  }
  if (server?.missing.length) {
    return [fail(`the index of leads in DATABASE_URL lacks ${server.missing.join(', ')}`, reindex)]
  }
  // While many visitors submit at once, some leads wait for a moment to be indexed.
  if (unindexed > 1_000) {
    const found = `staff do not find ${unindexed} leads yet, which are still to be indexed`
    return [
      warn(found, 'the running site indexes them; if it makes no progress, halvi leads reindex'),
    ]
  }
  return server ? [ok(`PostgreSQL ${server.version.split(' ')[0]} answers`)] : []
}
