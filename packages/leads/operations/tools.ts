import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { operator } from '../contract/permissions.ts'
import { OperationError } from '../errors.ts'
import type { FormDescription } from '../form-description.ts'
import { type AuditEvent, recordEvent } from '../staff/audit/audit-log.ts'
import type { EraseContext } from '../staff/erase/erase.ts'
import { ErasedList } from '../staff/erase/erased-list.ts'
import { createPurge } from '../staff/erase/purge.ts'
import { withBusyRetry } from '../store/database/busy-retry.ts'
import { openDatabase } from '../store/database/database.ts'
import { leadsFile } from '../store/database/file-names.ts'
import { storeClock } from '../store-clock.ts'

/** Location of the leads, and how to open them. */
export interface Source {
  dataDir: string
  databaseUrl?: string | undefined
  /** The forms of the site. */
  forms?: readonly FormDescription[]
  /** Creates an empty database if it is missing. */
  create?: boolean
}

/** The open lead store and the settings that operations need. */
export interface Tools extends EraseContext {
  /** The data folder. */
  dataDir: string
  /** Path of the SQLite database. */
  file?: string
  /** URL of the PostgreSQL database. */
  databaseUrl?: string
}

/** Called repeatedly with the progress of a long operation. An empty text ends it. */
export type Progress = ((text: string) => void) | undefined

/** Timeout while the site is writing, in milliseconds. */
const busyTimeoutMs = 10_000

/**
 * Opens the leads, whether the site runs or not, and closes them when `work` settles.
 *
 * @throws OperationError when there are no leads
 */
export async function withTools<Result>(
  { dataDir, databaseUrl, forms = [], create = false }: Source,
  work: (tools: Tools) => Promise<Result>,
): Promise<Result> {
  const file = databaseUrl ? undefined : join(dataDir, leadsFile)
  // Opening would create an empty database if DATA_DIR is mistyped.
  if (file && !create && !existsSync(file))
    throw new OperationError(
      `There are no leads in ${dataDir}: check DATA_DIR, or start the site once to create the database`,
    )
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir, databaseUrl, log })
  const purge = createPurge(database, log)
  try {
    if (file) await sql`pragma busy_timeout = ${sql.lit(busyTimeoutMs)}`.execute(database)
    return await work({
      database,
      dataDir,
      file,
      inTransaction: (transaction) =>
        withBusyRetry(() => database.transaction().execute(transaction)),
      clock: await storeClock(database, databaseUrl !== undefined),
      erasedList: new ErasedList(dataDir),
      purge,
      databaseUrl,
      forms,
    })
  } finally {
    await purge.close()
    // Closing checkpoints the write-ahead log. It need not wait for a process that reads an older snapshot.
    if (file) await sql`pragma busy_timeout = 5`.execute(database)
    await database.destroy()
  }
}

/** Records an operator's action in the audit log. */
export const recordAudit = (tools: Tools, event: Omit<AuditEvent, 'by'>): Promise<void> =>
  recordEvent(tools, { ...event, by: operator })
