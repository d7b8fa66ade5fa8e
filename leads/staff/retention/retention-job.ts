import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { iso } from '../../clock.ts'
import { system } from '../../contract/permissions.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import { appendAudit } from '../audit/append.ts'
import type { Erasing } from '../erase/empty-leads.ts'
import { forgetOldTickets } from '../export-tickets.ts'
import { type ErasedByForm, RetentionSweep } from './erase-old.ts'

/** Times of the job, in milliseconds: each is up to a half longer, so that processes don't meet. */
export interface RetentionIntervals {
  firstMs: number
  everyMs: number
}

const standardIntervals: RetentionIntervals = { firstMs: 60_000, everyMs: 3_600_000 }

/** Says 'reti' among this database's advisory locks. */
const lock = 0x72657469

/** Erases, again and again, what is older than it may be, of exports that were never fetched, too. */
export interface RetentionJob {
  /** Does it at once, as soon as it is through with what it is at: somebody has set an age. */
  runNow(): void
  /** Ends it, after the page that it is at. */
  close(): Promise<void>
}

/**
 * Starts the job. On PostgreSQL one process at a time does it; SQLite's leads have one.
 *
 * @param onErased hears, after each time that something was erased, how many leads it was
 */
export function startRetentionJob(
  database: Kysely<LeadTables>,
  erasing: Erasing,
  onErased: (leads: number) => void,
  log: Logger,
  intervals: RetentionIntervals = standardIntervals,
): RetentionJob {
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
      await erasing.inTransaction((within) => forgetOldTickets(within, erasing.clock.wall()))
      const erased = await alone(database, () => sweep.run(stop.signal))
      const leads = Object.values(erased).reduce((sum, count) => sum + count, 0)
      if (leads === 0) return
      log.info({ erased }, 'leads erased that were older than their form allows')
      const event = { by: system, action: 'retention.erased', detail: erased }
      await erasing.inTransaction((within) =>
        appendAudit(within, [event], iso(erasing.clock.wall())),
      )
      onErased(leads)
    } catch (err) {
      log.error({ err }, 'old leads could not be erased')
    }
  }

  plan(intervals.firstMs)
  return {
    runNow() {
      isWanted = true
      if (!running) plan(0)
    },
    async close() {
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
