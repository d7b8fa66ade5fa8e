import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { iso } from '../clock.ts'
import { operator } from '../contract/permissions.ts'
import { OperationError } from '../errors.ts'
import type { FormDescription } from '../form-description.ts'
import { type AuditEvent, appendAudit } from '../staff/audit/audit-log.ts'
import type { Erasing } from '../staff/erase/empty-leads.ts'
import { ErasedList } from '../staff/erase/erased-list.ts'
import { withBusyRetry } from '../store/database/busy-retry.ts'
import { openDatabase } from '../store/database/database.ts'
import { leadsFile } from '../store/database/file-names.ts'
import type { LeadTables } from '../store/database/tables.ts'
import { tablesIn } from '../store/database/tables-in.ts'
import { storeClock } from '../store-clock.ts'

/** Where the leads are. */
export interface Source {
  dataDir: string
  databaseUrl?: string | undefined
  /** The forms that leads come from. */
  forms?: readonly FormDescription[]
  /** Leaves the tables as a former version has made them. */
  asItIs?: boolean
  /** Creates an empty database where there is none. */
  create?: boolean
}

/** What an operation works with. */
export interface Tools extends Erasing {
  database: Kysely<LeadTables>
  /** The folder of the data. */
  dataDir: string
  /** The database's file, where leads are in SQLite. */
  file?: string
  /** The database's address, where leads are in PostgreSQL. */
  databaseUrl?: string
  forms: readonly FormDescription[]
}

/** Told how far a long operation is, over and over; an empty text is its end. */
export type Progress = ((text: string) => void) | undefined

/** How long an operation waits while the site is writing, in milliseconds. */
const busyTimeoutMs = 10_000

/**
 * Opens the leads for as long as something is done with them, while a site runs or not.
 *
 * @throws OperationError when there are none
 */
export async function withTools<Result>(
  { dataDir, databaseUrl, forms = [], asItIs = false, create = false }: Source,
  work: (tools: Tools) => Promise<Result>,
): Promise<Result> {
  const file = databaseUrl ? undefined : join(dataDir, leadsFile)
  // Opening would make an empty one where DATA_DIR is mistyped.
  if (file && !create && !existsSync(file))
    throw new OperationError(`There are no leads in ${dataDir}`)
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir, databaseUrl, log, asItIs })
  try {
    if (file) await sql`pragma busy_timeout = ${sql.lit(busyTimeoutMs)}`.execute(database)
    return await work({
      database,
      dataDir,
      file,
      inTransaction: (act) => withBusyRetry(() => database.transaction().execute(act)),
      clock: await storeClock(database, databaseUrl !== undefined),
      erasedList: new ErasedList(dataDir),
      databaseUrl,
      forms,
      tables: asItIs ? await tablesIn(database) : undefined,
    })
  } finally {
    // Closing tidies the write-ahead log, and need not wait for whoever reads an older snapshot.
    if (file) await sql`pragma busy_timeout = 5`.execute(database)
    await database.destroy()
  }
}

/** Writes into the audit log what an operator does. */
export async function recordAudit(
  { inTransaction, clock }: Pick<Tools, 'inTransaction' | 'clock'>,
  event: Omit<AuditEvent, 'by'>,
): Promise<void> {
  const audited = { ...event, by: operator }
  await inTransaction((within) => appendAudit(within, [audited], iso(clock.wall())))
}
