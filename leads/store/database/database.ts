import { join } from 'node:path'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import { isTemporary } from '../is-temporary.ts'
import { withBusyRetry } from './busy-retry.ts'
import { leadsFile } from './file-names.ts'
import { migrations } from './migrations.ts'
import { OwnSchemaDialect } from './own-schema.ts'
import { openPool, withoutUncertain } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { LeadTables } from './tables.ts'

/**
 * Opens the lead database and migrates it; processes that start at once wait for one another. With `asItIs` its tables
 * stay as they are. @throws when it can't be opened or migrated; in one line for a damaged or newer one
 */
export async function openDatabase(options: {
  dataDir: string
  databaseUrl?: string
  log: Logger
  asItIs?: boolean
}): Promise<Kysely<LeadTables>> {
  const { dataDir, databaseUrl, log, asItIs = false } = options
  const name = databaseUrl ? 'The database in DATABASE_URL' : join(dataDir, leadsFile)
  try {
    if (databaseUrl === undefined) {
      const database = new Kysely<LeadTables>({ dialect: openSqlite(dataDir, log) })
      return asItIs ? database : await migrated(database, name)
    }
    if (!asItIs) {
      // A million rows take longer than a query of the site may.
      const migrating = await openPool(databaseUrl, log, 0)
      const database = new Kysely<LeadTables>({
        dialect: new OwnSchemaDialect({ pool: migrating }),
      })
      await (await migrated(database, name)).destroy()
    }
    const pool = withoutUncertain(await openPool(databaseUrl, log))
    return new Kysely({ dialect: new PostgresDialect({ pool }) })
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw error
    throw new Error(
      `${name} is damaged (${message}): move it away, with ${name}-wal, and restore a backup`,
    )
  }
}

async function migrated(database: Kysely<LeadTables>, name: string): Promise<Kysely<LeadTables>> {
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
    throw new Error(`${name} was written by a newer version of the site: start that one`)
  }
}

/** Whether it has been migrated by what this version does not know. */
async function isNewer(database: Kysely<LeadTables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(database)
    .catch(() => ({ rows: [] }))
  return rows.some((row) => !Object.hasOwn(migrations, row.name))
}
