import { join } from 'node:path'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import { isTemporary } from '../is-temporary.ts'
import { withBusyRetry } from './busy-retry.ts'
import { CurrentSchemaDialect } from './current-schema.ts'
import { leadsFile } from './file-names.ts'
import { migrations } from './migrations.ts'
import { closeUncertainConnections, openPool } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { LeadDatabase, LeadTables } from './tables.ts'

/**
 * Opens and migrates the lead database. Processes that start at the same time wait for each other. With
 * `skipMigrations`, the tables are not migrated.
 *
 * @throws when it cannot be opened or migrated, with a one-line message if it is damaged or newer
 */
export async function openDatabase(options: {
  dataDir: string
  databaseUrl?: string
  log: Logger
  skipMigrations?: boolean
}): Promise<LeadDatabase> {
  const { dataDir, databaseUrl, log, skipMigrations = false } = options
  const name = databaseUrl ? 'The database in DATABASE_URL' : join(dataDir, leadsFile)
  try {
    if (databaseUrl === undefined) {
      const database = new Kysely<LeadTables>({ dialect: openSqlite(dataDir, log) })
      return skipMigrations ? database : await migrate(database, name)
    }
    if (!skipMigrations) {
      // Migrating a million rows takes longer than the query timeout of the site.
      const migrating = await openPool(databaseUrl, log, 0)
      const database = new Kysely<LeadTables>({
        dialect: new CurrentSchemaDialect({ pool: migrating }),
      })
      await (await migrate(database, name)).destroy()
    }
    const pool = closeUncertainConnections(await openPool(databaseUrl, log))
    return new Kysely({ dialect: new PostgresDialect({ pool }) })
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw error
    throw new Error(
      `${name} is damaged (${message}). Stop the site, move the data folder away, and restore the last backup`,
      { cause: error },
    )
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
