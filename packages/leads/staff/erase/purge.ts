import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isLocked } from '../../store/database/busy-retry.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { mergeSums } from '../../store/derived/sums.ts'

/** How long a request waits for the purge, in milliseconds. The purge then continues in the background. */
const waitMs = 2_000

/** Interval between attempts to truncate the log, in milliseconds. */
const retryMs = 250

/** Texts for staff about where erased data remains. */
const remains = {
  others: 'Earlier backups and exports, and the receivers of delivered leads, still have it.',
  postgres: 'PostgreSQL keeps parts of it in its files until it vacuums the tables.',
  log: "Parts of it remain in the database's log until running exports have finished.",
}

/** Purges erased data from the files of the database. */
export type Purge = ReturnType<typeof createPurge>

/**
 * Returns functions that purge erased data while the site runs. SQLite overwrites deleted data automatically
 * (`secure_delete`). But its write-ahead log contains old pages until it can be truncated, which requires that older
 * snapshots end.
 *
 * @param failedRetryMs delay after a failed attempt, in milliseconds
 */
export function createPurge(database: LeadDatabase, log: Logger, failedRetryMs = 10_000) {
  const stop = new AbortController()
  const { signal } = stop
  /** Each run starts after the previous one, so that it covers everything erased until then. */
  let truncating = Promise.resolve(true)

  /** Truncates the log. Repeats the attempt until it succeeds. */
  async function truncate(): Promise<boolean> {
    while (!signal.aborted) {
      let pauseMs = retryMs
      try {
        const checkpoint = sql<{ busy: number }>`pragma wal_checkpoint(truncate)`
        if ((await checkpoint.execute(database)).rows[0]?.busy === 0) return true
      } catch (err) {
        if (signal.aborted) break
        if (!isLocked(err)) {
          log.warn({ err }, 'truncating the write-ahead log failed')
          pauseMs = failedRetryMs
        }
      }
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    }
    return false
  }

  return {
    /**
     * Resolves within seconds to a text about remaining data. Continues in the background until the database contains
     * none.
     */
    async run(): Promise<string> {
      if (isPostgres(database)) {
        await mergeSums(database)
        return `${remains.others} ${remains.postgres}`
      }
      truncating = truncating.then(truncate)
      const isDone = await Promise.race([truncating, sleep(waitMs, false, { ref: false })])
      return isDone ? remains.others : `${remains.others} ${remains.log}`
    },

    /** Stops retrying. The log is truncated when the database is closed. */
    async close(): Promise<void> {
      stop.abort()
      await truncating
    },
  }
}
