import { join } from 'node:path'
import {
  type Generated,
  type Insertable,
  Kysely,
  Migrator,
  PostgresDialect,
  type Selectable,
  sql,
} from 'kysely'
import type { Logger } from 'pino'
import type { LeadState } from '../lead.ts'
import { withBusyRetry } from './busy-retry.ts'
import { migrations } from './migrations.ts'
import { openPool } from './postgres.ts'
import { fileName, openSqlite } from './sqlite.ts'

/** The table `lead`. Times are ISO 8601 in UTC, which sorts as text. */
interface LeadTable {
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
  /** One of `leadStatuses`. */
  status: Generated<string>
  /** The id of the person who takes care of it. */
  owner: Generated<string | null>
  /** Grows by one with each change that staff make. */
  revision: Generated<number>
  /** When it first had that status. */
  contacted_at: Generated<string | null>
  accepted_at: Generated<string | null>
  /** JSON of a `FirstTouch`. */
  first_touch: Generated<string | null>
}

/** A row of `lead`. */
export type LeadRow = Selectable<LeadTable>

/** A row of `lead`, as it is added. */
export type NewLeadRow = Insertable<LeadTable>

/** The tables of the lead store, in SQLite and PostgreSQL alike. */
export interface LeadTables {
  lead: LeadTable
  lead_note: {
    id: string
    lead_id: string
    author: string
    author_name: string
    text: string
    created_at: string
  }
  lead_saved_view: {
    id: string
    owner: string
    owner_name: string
    name: string
    query: string
    /** 1 where everybody sees it, else 0. */
    shared: number
  }
  /** Exports that were asked for. */
  lead_export_ticket: {
    hash: string
    actor: string
    actor_name: string
    format: string
    /** JSON. */
    filter: string
    expires_at: string
  }
  lead_retention: { form: string; days: number }
  lead_audit: {
    seq: number
    at: string
    actor: string
    actor_name: string
    action: string
    lead_id: string | null
    /** JSON. */
    detail: string
    hash: string
  }
  /** Leads whose entry in the index is missing or old; `changes` grows with each change. */
  lead_to_index: { lead_id: string; changes: Generated<number> }
  /** One row: `version` grows with each lead that is indexed. */
  lead_index: { id: number; version: number }
  /** Leads by form and quarter of an hour, or day where that is long ago; spam left out. */
  lead_counter: { form: string; quarter: string; slot: number; leads: number }
  /** Pages that were seen and forms that were opened, by hour and campaign. */
  lead_visit: { hour: string; page: string; campaign: string; seen: number; opened: number }
  /** One row, written to find out whether anything can be. */
  lead_store_check: { id: number; checked_at: string }
}

/**
 * Opens the lead database and brings its tables up to date; processes that start at once wait for
 * one another.
 *
 * @throws when it can't be opened or migrated; in one line when it is damaged or of a newer version
 */
export async function openDatabase(options: {
  dataDir: string
  databaseUrl?: string
  log: Logger
}): Promise<Kysely<LeadTables>> {
  const { dataDir, databaseUrl, log } = options
  const name = databaseUrl ? 'The database in DATABASE_URL' : join(dataDir, fileName)
  try {
    if (databaseUrl === undefined) {
      const database = new Kysely<LeadTables>({ dialect: openSqlite(dataDir, log) })
      return await migrated(database, name, false)
    }
    // A million rows take longer than a query of the site may.
    const migrating = await openPool(databaseUrl, log, 0)
    const database = new Kysely<LeadTables>({ dialect: new PostgresDialect({ pool: migrating }) })
    await (await migrated(database, name, true)).destroy()
    return new Kysely({ dialect: new PostgresDialect({ pool: await openPool(databaseUrl, log) }) })
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw error
    throw new Error(
      `${name} is damaged (${message}): move it away, with ${name}-wal, and restore a backup`,
    )
  }
}

async function migrated(
  database: Kysely<LeadTables>,
  name: string,
  isPostgres: boolean,
): Promise<Kysely<LeadTables>> {
  try {
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => migrations },
      ...(isPostgres && { migrationTableSchema: await currentSchema(database) }),
    })
    await withBusyRetry(async () => {
      const { error } = await migrator.migrateToLatest()
      if (error) throw error
    })
    return database
  } catch (error) {
    const newer = await isNewer(database)
    await database.destroy()
    if (!newer) throw error
    throw new Error(`${name} was written by a newer version of the site: start that one`)
  }
}

/** Without it the migrator takes another schema's tables, of a second site in the database, for its own. */
async function currentSchema(database: Kysely<LeadTables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(database)
  return rows[0]?.name ?? 'public'
}

/** Whether it has been migrated by what this version does not know. */
async function isNewer(database: Kysely<LeadTables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(database)
    .catch(() => ({ rows: [] }))
  return rows.some((row) => !Object.hasOwn(migrations, row.name))
}
