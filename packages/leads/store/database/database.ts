import { join } from 'node:path'
import { asDamage } from 'halvi-kit/files/sqlite-file'
import { reasonOf } from 'halvi-kit/reason'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import { isTemporary } from '../is-temporary.ts'
import { withBusyRetry } from './busy-retry.ts'
import { CurrentSchemaDialect } from './current-schema.ts'
import { leadsFile } from './file-names.ts'
import { migrations } from './migrations.ts'
import { closeUncertainConnections, openPool, prepareFirst } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { LeadDatabase, LeadTables } from './tables.ts'

/**
 * Opens and migrates the lead database. Processes that start at the same time wait for each other. With
 * `skipMigrations`, the tables are not migrated. With `onOpened`, an unreachable PostgreSQL is only logged: its first
 * connection migrates the tables and calls `onOpened`.
 *
 * @throws when it cannot be opened or migrated, with a one-line message if it is damaged or newer
 */
export async function openDatabase(options: {
  dataDir: string
  databaseUrl?: string
  log: Logger
  skipMigrations?: boolean
  onOpened?: (database: LeadDatabase) => Promise<void>
}): Promise<LeadDatabase> {
  const { dataDir, databaseUrl, log, skipMigrations = false, onOpened } = options
  const name = databaseUrl ? 'The database in DATABASE_URL' : join(dataDir, leadsFile)
  try {
    if (databaseUrl === undefined) {
      const database = new Kysely<LeadTables>({ dialect: openSqlite(dataDir, log) })
      if (!skipMigrations) await migrate(database, name)
      try {
        await onOpened?.(database)
      } catch (error) {
        await database.destroy()
        throw error
      }
      return database
    }
    const prepare = async () => {
      if (skipMigrations && !onOpened) return
      // Migrating a million rows takes longer than the query timeout of the site.
      const pool = await openPool(databaseUrl, log, 0)
      const database = new Kysely<LeadTables>({ dialect: new CurrentSchemaDialect({ pool }) })
      if (!skipMigrations) await migrate(database, name)
      try {
        await onOpened?.(database)
      } finally {
        await database.destroy()
      }
    }
    const pool = closeUncertainConnections(await openPool(databaseUrl, log))
    const dialect = new PostgresDialect({ pool: prepareFirst(pool, prepare) })
    const database = new Kysely<LeadTables>({ dialect })
    try {
      await database.connection().execute(async () => {})
    } catch (error) {
      if (!onOpened || !isTemporary(error)) {
        await database.destroy()
        throw error
      }
      const reason = reasonOf(error)
      log.error({ reason }, 'lead store unreachable, forms return 503 until it responds')
    }
    return database
  } catch (error) {
    throw asDamage(name, error)
  }
}

async function migrate(database: LeadDatabase, name: string): Promise<LeadDatabase> {
  try {
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => migrations },
    })
    await withBusyRetry(async () => {
      const { error } = await migrator.migrateToLatest()
      if (error) throw error
    })
    return database
  } catch (error) {
    const newer = !isTemporary(error) && (await isNewer(database))
    await database.destroy()
    if (!newer) throw error
    throw new Error(`${name} was written by a newer version of the site. Start that version`, {
      cause: error,
    })
  }
}

/** Returns whether the database has migrations that this version does not have. */
async function isNewer(database: LeadDatabase): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(database)
    .catch(() => ({ rows: [] }))
  return rows.some((row) => !Object.hasOwn(migrations, row.name))
}
