import { join } from 'node:path'
import { storeVersions } from 'embedded-content-lake'
import { leadsFile, leadsIndexFile } from 'halvi-leads/files'
import { migrations } from 'halvi-leads/migrations'
import type { Settings } from '../../../server/settings/settings.ts'
import { examineFiles } from '../files/examine.ts'
import type { Examined } from '../files/messages.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { askPostgres } from './postgres.ts'

/** Each database opens, is whole, and was written by no newer version than this. */
export async function checkDatabases(
  settings: Settings,
  signal: AbortSignal,
): Promise<Finding | Finding[]> {
  const { DATA_DIR, DATABASE_URL, SANITY_PROJECT_ID } = settings
  const inLake = SANITY_PROJECT_ID ? [] : Object.keys(storeVersions).map((name) => `lake/${name}`)
  const files = [...inLake, ...(DATABASE_URL ? [] : [leadsFile, leadsIndexFile])]
  const [inFiles, inPostgres] = await Promise.all([
    examineFiles(
      files.map((name) => join(DATA_DIR, name)),
      signal,
    ),
    DATABASE_URL ? postgres(DATABASE_URL) : [],
  ])
  const findings = [...inFiles.flatMap(ofFile), ...inPostgres]
  const wrong = findings.filter(({ status }) => status !== 'ok')
  if (wrong.length > 0) return wrong
  if (findings.length === 0) return ok('none yet: the first start makes them')
  return ok(findings.map(({ found }) => found).join(', '))
}

function ofFile(examined: Examined): Finding[] {
  return [aboutFile(examined), ...aboutIndex(examined.unindexed)]
}

function aboutFile({ file, version = 0, migrations: applied = [], integrity }: Examined): Finding {
  const name = file.split('/').at(-1) ?? file
  if (integrity !== undefined && integrity !== 'ok') {
    const found = `${file} is damaged: ${integrity.replace(/\s+/g, ' ')}`
    if (name === leadsIndexFile) return fail(found, reindex)
    return fail(found, 'stop the site and restore the last backup (docs/operations.md)')
  }
  const newest = Object.entries(storeVersions).find(([one]) => one === name)?.[1]
  const isNewer = newest === undefined ? hasUnknown(applied) : version > newest
  if (isNewer) return newer(file)
  if (integrity === undefined) {
    const found = `${name} opens, and is too large to be read through in 9 s`
    return warn(found, 'a restore drill reads all of it: see when the last one was')
  }
  return ok(`${name} is whole`)
}

async function postgres(url: string): Promise<Finding[]> {
  const answer = await askPostgres(url)
  if ('error' in answer) {
    const found = `PostgreSQL in DATABASE_URL does not answer: ${answer.error}`
    return [fail(found, 'see that it runs, and that name, password and host are right')]
  }
  if (hasUnknown(answer.migrations)) return [newer('the database in DATABASE_URL')]
  if (answer.isReadOnly) {
    const found = 'PostgreSQL in DATABASE_URL can only be read: a replica'
    return [fail(found, 'set DATABASE_URL to the primary')]
  }
  if (answer.missing.length > 0) {
    return [fail(`the index of leads in DATABASE_URL lacks ${answer.missing.join(', ')}`, reindex)]
  }
  return [ok(`PostgreSQL ${answer.version} answers`), ...aboutIndex(answer.unindexed)]
}

/** Nothing is lost with the index: it is made of the leads. */
const reindex = 'halvi leads reindex makes it anew, beside the running site'
/** While many submit at once, so many wait for a moment. */
const fewUnindexed = 1_000

function aboutIndex(unindexed = 0): Finding[] {
  if (unindexed <= fewUnindexed) return []
  const found = `staff do not find ${unindexed} leads yet, which are still to be indexed`
  return [warn(found, 'the running site does that; if it does not get on, halvi leads reindex')]
}

function hasUnknown(applied: readonly string[]): boolean {
  return applied.some((name) => !Object.hasOwn(migrations, name))
}

function newer(what: string): Finding {
  return fail(`${what} was written by a newer version`, 'start that one, or halvi rollback')
}
