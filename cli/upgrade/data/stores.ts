import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { storeVersions } from 'embedded-content-lake'
import { leadsFile } from 'halvi-leads/files'
import { isTemporary } from 'halvi-leads/is-temporary'
import { migrations } from 'halvi-leads/migrations'
import type { Settings } from '../../../server/settings/settings.ts'
import { withConnection } from '../../../server/snapshots/postgres/connect.ts'
import { leadTables } from '../../../server/snapshots/postgres/leads.ts'
import { hasTable, readDatabase } from './read-database.ts'

/** The version of a database, compared with this program. `unknown`: the database can't be read. */
type StoreState = 'same' | 'older' | 'newer' | 'unknown'

/** The settings with the locations of the databases. */
export type StoreSettings = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>

/**
 * Resolves to the existing databases and their states. Opens them for reading only.
 *
 * @throws OperatorError if PostgreSQL rejects the connection
 */
export async function readStores({ DATA_DIR, DATABASE_URL }: StoreSettings) {
  const found: { name: string; state: StoreState }[] = []
  for (const [file, version] of Object.entries(storeVersions)) {
    const path = join(DATA_DIR, 'lake', file)
    if (hasContent(path))
      found.push({ name: path, state: stateOrUnknown(() => lakeState(path, version)) })
  }
  const file = join(DATA_DIR, leadsFile)
  if (DATABASE_URL) {
    const state = await postgresState(DATABASE_URL)
    if (state) found.push({ name: 'The database in DATABASE_URL', state })
  } else if (hasContent(file)) {
    const state = stateOrUnknown(() => leadsState(sqliteMigrations(file)) ?? 'older')
    found.push({ name: file, state })
  }
  return found
}

/** Returns whether a database has content. An empty file becomes a database when it is opened. */
function hasContent(file: string): boolean {
  const [size, logSize] = [file, `${file}-wal`].map((path) =>
    existsSync(path) ? statSync(path).size : undefined,
  )
  return size !== undefined && size + (logSize ?? 0) > 0
}

function stateOrUnknown(read: () => StoreState): StoreState {
  try {
    return read()
  } catch {
    return 'unknown'
  }
}

function lakeState(file: string, known: number): StoreState {
  const select = 'select user_version from pragma_user_version'
  const version = readDatabase<{ version: number }>(file, ['version'], select)[0]?.version ?? 0
  if (version === known) return 'same'
  return version < known ? 'older' : 'newer'
}

/** Returns the state of a database of leads by its migrations, or undefined if it has no tables yet. */
function leadsState(applied: readonly string[]): StoreState | undefined {
  if (applied.length === 0) return undefined
  if (applied.some((name) => !Object.hasOwn(migrations, name))) return 'newer'
  return applied.length < Object.keys(migrations).length ? 'older' : 'same'
}

const select = 'select name from kysely_migration'

function sqliteMigrations(file: string): string[] {
  if (!hasTable(file, 'kysely_migration')) return []
  return readDatabase<{ name: string }>(file, ['name'], select).map(({ name }) => name)
}

async function postgresState(databaseUrl: string): Promise<StoreState | undefined> {
  try {
    return await withConnection(databaseUrl, async (client) => {
      if (!(await leadTables(client)).includes('kysely_migration')) return undefined
      const { rows } = await client.query<{ name: string }>(select)
      return leadsState(rows.map(({ name }) => name))
    })
  } catch (error) {
    if (isTemporary((error as Error).cause)) return 'unknown'
    throw error
  }
}
