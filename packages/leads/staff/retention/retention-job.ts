import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { system } from '../../contract/permissions.ts'
import { deleteOldMessages } from '../../mail/operating/old-messages.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { recordEvent } from '../audit/audit-log.ts'
import type { EmptyContext } from '../erase/empty-leads.ts'
import { deleteExpiredTickets } from '../exports.ts'
import { createRetentionSweep, type ErasedByForm } from './retention-sweep.ts'

/**
 * Delay of the first run and interval, in milliseconds. Each is extended by up to half, so that processes run at
 * different times.
 */
export interface RetentionIntervals {
  firstMs: number
  everyMs: number
}

const standardIntervals: RetentionIntervals = { firstMs: 60_000, everyMs: 3_600_000 }

/** Key of this job's advisory lock in the database: 'reti' in ASCII. */
const advisoryLock = 0x72657469

/**
 * Starts a periodic job that erases leads older than `days`, if it is set, and deletes expired export tickets and old
 * messages. On PostgreSQL, one process at a time runs it. Calls `onErased` with the number of erased leads.
 */
export function startRetentionJob(
  database: LeadDatabase,
  erasing: EmptyContext,
  onErased: (leads: number) => void,
  log: Logger,
  days: number | undefined,
  intervals: RetentionIntervals = standardIntervals,
) {
  const sweep = createRetentionSweep(database, erasing)
  const stop = new AbortController()
  const { signal } = stop

  async function once(): Promise<void> {
    try {
      const now = erasing.clock.wall()
      await erasing.inTransaction((within) => deleteExpiredTickets(within, now))
      await deleteOldMessages({ database, inTransaction: erasing.inTransaction }, now)
      if (days === undefined) return
      const erased = await runExclusively(database, () => sweep(days, signal))
      const leads = Object.values(erased).reduce((sum, count) => sum + count, 0)
      if (leads === 0) return
      log.info({ erased }, 'retention job erased leads')
      await recordEvent(erasing, { by: system, action: 'retention.erased', detail: erased })
      onErased(leads)
    } catch (err) {
      log.error({ err }, 'retention job failed')
    }
  }

  const running = (async () => {
    for (let waitMs = intervals.firstMs; ; waitMs = intervals.everyMs) {
      const delayMs = waitMs * (1 + Math.random() / 2)
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await once()
    }
  })()
  return {
    /** Stops the job after the current page. */
    async close(): Promise<void> {
      stop.abort()
      await running
    },
  }
}

/** Runs `work`, unless another process is running it. In that case nothing is erased. */
function runExclusively(
  database: LeadDatabase,
  work: () => Promise<ErasedByForm>,
): Promise<ErasedByForm> {
  if (!isPostgres(database)) return work()
  return database.connection().execute(async (connection) => {
    const key = sql`${sql.lit(advisoryLock)}, hashtext(current_schema())`
    const { rows } = await sql<{
      taken: boolean
    }>`select pg_try_advisory_lock(${key}) as taken`.execute(connection)
    if (!rows[0]?.taken) return {}
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
