import type { AccountEvent } from 'embedded-content-lake'
import { openAuditLog } from 'halvi-leads/audit/audit-log'
import { openDatabase } from 'halvi-leads/database'
import { storeClock } from 'halvi-leads/store-clock'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Settings } from '../settings/settings.ts'

/** How long it waits while the site is writing, in milliseconds. */
const busyTimeoutMs = 10_000

/** Writes what was done with accounts into the audit log, which the site may be writing too. */
export async function writeIntoAuditLog(
  events: readonly AccountEvent[],
  { DATA_DIR, DATABASE_URL: databaseUrl }: Settings,
): Promise<void> {
  if (events.length === 0) return
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl, log })
  try {
    if (!databaseUrl) {
      await sql`pragma busy_timeout = ${sql.lit(busyTimeoutMs)}`.execute(database)
    }
    const clock = await storeClock(database, databaseUrl !== undefined)
    const audit = openAuditLog(database, (work) => database.transaction().execute(work), clock)
    for (const { action, by, subject, detail } of events) {
      await audit.append({
        by: by ?? { id: '', name: '' },
        action,
        detail: { ...detail, ...(subject !== undefined && { subject }) },
      })
    }
  } finally {
    await database.destroy()
  }
}
