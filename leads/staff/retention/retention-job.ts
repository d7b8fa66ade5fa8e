import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { system } from '../../contract/permissions.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import { recordEvent } from '../audit/audit-log.ts'
import type { Erasing } from '../erase/empty-leads.ts'
import { deleteExpiredTickets } from '../exports.ts'
import { type ErasedByForm, RetentionSweep } from './erase-old.ts'

/** Times of the job, in milliseconds: each is up to a half longer, so that processes don't meet. */
export interface RetentionIntervals {
  firstMs: number
  everyMs: number
}

const standardIntervals: RetentionIntervals = { firstMs: 60_000, everyMs: 3_600_000 }

/** Says 'reti' among this database's advisory locks. */
const lock = 0x72657469

/** Erases leads that are older than allowed, and expired exports, periodically. */
export type RetentionJob = ReturnType<typeof startRetentionJob>

/** Starts the job; on PostgreSQL one process at a time runs it. Calls `onErased` with the number of erased leads. */
export function startRetentionJob(
  database: Kysely<LeadTables>,
  erasing: Erasing,
  onErased: (leads: number) => void,
  log: Logger,
  intervals: RetentionIntervals = standardIntervals,
) {
  const sweep = new RetentionSweep(database, erasing)
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false

  function plan(ms: number): void {
    if (stop.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(run, ms * (1 + Math.random() / 2)).unref()
  }

  function run(): void {
    isWanted = false
    running = once().then(() => {
      running = undefined
      plan(isWanted ? 0 : intervals.everyMs)
    })
  }

  async function once(): Promise<void> {
    try {
      await erasing.inTransaction((within) => deleteExpiredTickets(within, erasing.clock.wall()))
      const erased = await alone(database, () => sweep.run(stop.signal))
      const leads = Object.values(erased).reduce((sum, count) => sum + count, 0)
      if (leads === 0) return
      log.info({ erased }, 'leads erased that were older than their form allows')
      await recordEvent(erasing, { by: system, action: 'retention.erased', detail: erased })
      onErased(leads)
    } catch (err) {
      log.error({ err }, 'old leads could not be erased')
    }
  }

  plan(intervals.firstMs)
  return {
    /** Runs as soon as the current run has ended: somebody has changed the retention. */
    runNow(): void {
      isWanted = true
      if (!running) plan(0)
    },
    /** Ends it, after the current page. */
    async close(): Promise<void> {
      stop.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Does it unless another process is at it, and erases nothing then. */
function alone(
  database: Kysely<LeadTables>,
  work: () => Promise<ErasedByForm>,
): Promise<ErasedByForm> {
  if (!isPostgres(database)) return work()
  return database.connection().execute(async (connection) => {
    const key = sql`${sql.lit(lock)}, hashtext(current_schema())`
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
