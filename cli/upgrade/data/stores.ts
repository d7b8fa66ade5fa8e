import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { storeVersions } from 'embedded-content-lake'
import { leadsFile } from 'halvi-leads/files'
import { isTemporary } from 'halvi-leads/is-temporary'
import { migrations } from 'halvi-leads/migrations'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { CommandError } from '../../command.ts'
import { hasTable } from './counts.ts'
import { withPostgres } from './postgres.ts'
import { readDatabase } from './read-database.ts'

/** What this program makes of a store, without opening it for writing. */
export interface Store {
  /** As an operator knows it. */
  name: string
  /** `unknown`: it can't be read; whoever opens it says why. */
  state: 'same' | 'older' | 'newer' | 'unknown'
}

/** The part of the settings that says where the stores are. */
export type Place = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>

/** All stores that are there. @throws CommandError when PostgreSQL rejects the connection */
export async function readStores({ DATA_DIR, DATABASE_URL }: Place): Promise<Store[]> {
  const found: Store[] = []
  for (const [file, knows] of Object.entries(storeVersions)) {
    const path = join(DATA_DIR, 'lake', file)
    if (isThere(path)) found.push({ name: path, state: orUnknown(() => lakeState(path, knows)) })
  }
  if (DATABASE_URL) {
    const state = await postgresState(DATABASE_URL)
    if (state) found.push({ name: 'The database in DATABASE_URL', state })
  }
  // Left from before it was set: it stays as it is.
  const file = join(DATA_DIR, leadsFile)
  if (!DATABASE_URL && isThere(file)) {
    const state = orUnknown(() => leadsState(sqliteMigrations(file)) ?? 'older')
    found.push({ name: file, state })
  }
  return found
}

/** Whether a file is a database already: one that is empty is made by whoever opens it. */
function isThere(file: string): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return existsSync(file) && size(file) + size(`${file}-wal`) > 0
}

function orUnknown(read: () => Store['state']): Store['state'] {
  try {
    return read()
  } catch {
    return 'unknown'
  }
}

function lakeState(file: string, knows: number): Store['state'] {
  const select = 'select user_version from pragma_user_version'
  const version = readDatabase<{ version: number }>(file, ['version'], select)[0]?.version ?? 0
  if (version === knows) return 'same'
  return version < knows ? 'older' : 'newer'
}

/** Undefined where there are no tables yet. */
function leadsState(applied: readonly string[]): Store['state'] | undefined {
  if (applied.length === 0) return undefined
  if (applied.some((name) => !Object.hasOwn(migrations, name))) return 'newer'
  return applied.length < Object.keys(migrations).length ? 'older' : 'same'
}

function sqliteMigrations(file: string): string[] {
  if (!hasTable(file, 'kysely_migration')) return []
  const rows = readDatabase<{ name: string }>(file, ['name'], 'select name from kysely_migration')
  return rows.map(({ name }) => name)
}

/** Undefined where there are no tables yet. */
async function postgresState(databaseUrl: string): Promise<Store['state'] | undefined> {
  try {
    const applied = await withPostgres(databaseUrl, async (client) => {
      const found = await client.query(
        `select 1 from pg_tables where tablename = 'kysely_migration' and schemaname = current_schema()`,
      )
      if (found.rows.length === 0) return []
      const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
      return rows.map(({ name }) => name)
    })
    return leadsState(applied)
  } catch (error) {
    if (isTemporary(error)) return 'unknown'
    throw new CommandError(`The leads can't be opened: ${reasonOf(error)}`)
  }
}
