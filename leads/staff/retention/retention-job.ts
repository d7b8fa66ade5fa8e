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

/** A periodic job that erases leads older than their form's retention, and deletes expired export tickets. */
export type RetentionJob = ReturnType<typeof startRetentionJob>

/** Starts the job. On PostgreSQL, one process at a time runs it. Calls `onErased` with the number of erased leads. */
export function startRetentionJob(
  database: LeadDatabase,
  erasing: EmptyContext,
  onErased: (leads: number) => void,
  log: Logger,
  intervals: RetentionIntervals = standardIntervals,
) {
  const sweep = createRetentionSweep(database, erasing)
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isRequested = false

  function schedule(ms: number): void {
    if (stop.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(run, ms * (1 + Math.random() / 2)).unref()
  }

  function run(): void {
    isRequested = false
    running = once().then(() => {
      running = undefined
      schedule(isRequested ? 0 : intervals.everyMs)
    })
  }

  async function once(): Promise<void> {
    try {
      const now = erasing.clock.wall()
      await erasing.inTransaction((within) => deleteExpiredTickets(within, now))
      await erasing.inTransaction((within) => deleteOldMessages(within, now))
      const erased = await runExclusively(database, () => sweep(stop.signal))
      const leads = Object.values(erased).reduce((sum, count) => sum + count, 0)
      if (leads === 0) return
      log.info({ erased }, 'retention job erased leads')
      await recordEvent(erasing, { by: system, action: 'retention.erased', detail: erased })
      onErased(leads)
    } catch (err) {
      log.error({ err }, 'retention job failed')
    }
  }

  schedule(intervals.firstMs)
  return {
    /** Runs as soon as the current run has finished, after the retention was changed. */
    runNow(): void {
      isRequested = true
      if (!running) schedule(0)
    },
    /** Stops the job after the current page. */
    async close(): Promise<void> {
      stop.abort()
      clearTimeout(timer)
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
