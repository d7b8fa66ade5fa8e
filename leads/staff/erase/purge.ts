import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isLocked } from '../../store/database/busy-retry.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import type { LeadIndex } from '../index/lead-index.ts'

/** How long the request waits for the purge, in milliseconds. The purge then continues in the background. */
const waitMs = 2_000

/** Interval between attempts to truncate the log, in milliseconds. */
const retryMs = 250

/** Maximum number of attempts to purge the index. */
const maxIndexAttempts = 5

/** Texts for staff about where erased data remains. */
const remains = {
  others: 'Earlier backups and exports, and the receivers of delivered leads, still have it.',
  postgres:
    'PostgreSQL keeps parts of it in its files until they are overwritten; `npm run leads -- erase` rewrites them.',
  index: 'The index is being rebuilt without it, which takes a while.',
  log: "Parts of it remain in the database's log until running exports have finished.",
}

/**
 * Purges erased data from the index and the database's files while the site runs. SQLite overwrites deleted data
 * automatically (`secure_delete`). But its write-ahead log contains old pages until it can be truncated, which
 * requires that older snapshots end.
 */
export class Purge {
  readonly #database: LeadDatabase
  readonly #index: Pick<LeadIndex, 'purge'>
  readonly #log: Logger
  readonly #failedRetryMs: number
  readonly #stop = new AbortController()
  /** Each run starts after the previous one, so that it covers everything erased until then. */
  #purgingIndex = Promise.resolve(true)
  #truncatingLog = Promise.resolve(true)

  /** @param failedRetryMs delay after a failed attempt, in milliseconds */
  constructor(
    database: LeadDatabase,
    index: Pick<LeadIndex, 'purge'>,
    log: Logger,
    failedRetryMs = 10_000,
  ) {
    this.#database = database
    this.#index = index
    this.#log = log
    this.#failedRetryMs = failedRetryMs
  }

  /**
   * Resolves within seconds to a text about remaining data. Continues in the background until the database contains
   * none.
   */
  async run(): Promise<string> {
    const withinWait = (work: Promise<boolean>) =>
      Promise.race([work, sleep(waitMs, false, { ref: false })])
    const indexWarning = 'purging the index failed'
    this.#purgingIndex = this.#purgingIndex.then(() =>
      this.#retry(() => this.#index.purge().then(() => true), indexWarning, maxIndexAttempts),
    )
    if (isPostgres(this.#database)) {
      const isPurged = await withinWait(this.#purgingIndex)
      return [remains.others, remains.postgres, ...(isPurged ? [] : [remains.index])].join(' ')
    }
    const logWarning = 'truncating the write-ahead log failed'
    this.#truncatingLog = this.#truncatingLog.then(() =>
      this.#retry(() => this.#truncateLog(), logWarning),
    )
    const [isPurged, isTruncated] = await Promise.all([
      withinWait(this.#purgingIndex),
      withinWait(this.#truncatingLog),
    ])
    return [
      remains.others,
      ...(isPurged ? [] : [remains.index]),
      ...(isTruncated ? [] : [remains.log]),
    ].join(' ')
  }

  /** Stops retrying. The log is truncated when the database is closed. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#truncatingLog
  }

  /** Repeats an attempt until it resolves to true. Stops after `maxAttempts` failures. */
  async #retry(
    attempt: () => Promise<boolean>,
    warning: string,
    maxAttempts = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const { signal } = this.#stop
    const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        if (await attempt()) return true
        await pause(retryMs)
      } catch (err) {
        if (signal.aborted) break
        this.#log.warn({ err, tries }, warning)
        if (tries === maxAttempts) break
        await pause(this.#failedRetryMs)
      }
    }
    return false
  }

  async #truncateLog(): Promise<boolean> {
    try {
      const checkpoint = sql<{ busy: number }>`pragma wal_checkpoint(truncate)`
      return (await checkpoint.execute(this.#database)).rows[0]?.busy === 0
    } catch (error) {
      if (isLocked(error)) return false
      throw error
    }
  }
}
