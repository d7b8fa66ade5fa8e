import { type Dialect, Kysely, Migrator, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import type { LeadState } from './lead.ts'
import { whileLocked } from './locked.ts'
import { migrations } from './migrations.ts'
import { openPool } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** A row of `lead`. Times are ISO 8601 in UTC, which sorts as text. */
export interface LeadRow {
  id: string
  form: string
  /** The JSON that is sent, byte for byte. */
  payload: string
  fingerprint: string
  /** 1 for spam, else 0. Spam and real leads never count as the same. */
  spam: number
  state: LeadState
  /** Tries of the schedule so far; those that a visitor's repetition caused don't count. */
  attempts: number
  next_attempt_at: string | null
  /** Who is sending it; nobody else may until `lease_until`. */
  lease_owner: string | null
  lease_until: string | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
}

/** The tables of the lead store, in SQLite and PostgreSQL alike. */
export interface LeadTables {
  lead: LeadRow
}

/**
 * Opens the lead database and brings its tables up to date; processes that start at once wait for
 * one another.
 *
 * @throws when it can't be opened or migrated
 */
export async function openDatabase(options: {
  dataDir: string
  databaseUrl?: string
  log: Logger
}): Promise<Kysely<LeadTables>> {
  const { dataDir, databaseUrl, log } = options
  const dialect: Dialect = databaseUrl
    ? new PostgresDialect({ pool: await openPool(databaseUrl, log) })
    : openSqlite(dataDir)
  const database = new Kysely<LeadTables>({ dialect })
  try {
    await whileLocked(() => migrate(database))
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}

async function migrate(database: Kysely<LeadTables>): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (error) throw error
}
