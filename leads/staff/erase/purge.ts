import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { isLocked } from '../../store/database/busy-retry.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import type { LeadIndex } from '../index/lead-index.ts'

/** How long the person who erases waits; then the work goes on in the background. In milliseconds. */
const waitMs = 2_000

/** The interval between attempts to empty the log, in milliseconds. */
const retryMs = 250

/** The maximum number of attempts to purge the index. */
const maxIndexTries = 5

/** What still has erased data, in words for staff. */
const remains = {
  others: 'Earlier backups and exports, and the receivers of delivered leads, still have it.',
  postgres:
    'PostgreSQL keeps parts in its files until they are overwritten; `npm run leads -- erase` rewrites them.',
  index: 'The index is being rebuilt without it, which takes a while.',
  log: "Parts stand in the database's log until exports that are under way have ended.",
  before:
    "An earlier version of the site may have left parts in the database's free space; `npm run leads -- erase` removes them.",
}

/**
 * Purges erased data from the index and the database's files while the site runs. SQLite overwrites it by itself
 * (`secure_delete`), but its write-ahead log has former pages until it can be truncated, after older snapshots end.
 */
export class Purge {
  readonly #database: Kysely<LeadTables>
  readonly #index: Pick<LeadIndex, 'forget'>
  readonly #log: Logger
  readonly #failedRetryMs: number
  readonly #stop = new AbortController()
  /** Each starts after the one before, so that it covers what was erased meanwhile. */
  #purgingIndex = Promise.resolve(true)
  #truncatingLog = Promise.resolve(true)

  /** @param failedRetryMs the delay after a failed attempt, in milliseconds */
  constructor(
    database: Kysely<LeadTables>,
    index: Pick<LeadIndex, 'forget'>,
    log: Logger,
    failedRetryMs = 10_000,
  ) {
    this.#database = database
    this.#index = index
    this.#log = log
    this.#failedRetryMs = failedRetryMs
  }

  /** Resolves within seconds to what is still kept, and goes on until the database keeps nothing. */
  async run(): Promise<string> {
    const soon = (work: Promise<boolean>) =>
      Promise.race([work, sleep(waitMs, false, { ref: false })])
    const indexWarning = 'the index still has words of what was erased'
    this.#purgingIndex = this.#purgingIndex.then(() =>
      this.#retry(() => this.#index.forget().then(() => true), indexWarning, maxIndexTries),
    )
    if (isPostgres(this.#database)) {
      const isPurged = await soon(this.#purgingIndex)
      return [remains.others, remains.postgres, ...(isPurged ? [] : [remains.index])].join(' ')
    }
    const logWarning = "the database's log still has what was erased"
    this.#truncatingLog = this.#truncatingLog.then(() =>
      this.#retry(() => this.#truncateLog(), logWarning),
    )
    const [isPurged, isTruncated] = await Promise.all([
      soon(this.#purgingIndex),
      soon(this.#truncatingLog),
    ])
    return [
      remains.others,
      ...(isPurged ? [] : [remains.index]),
      ...(isTruncated ? [] : [remains.log]),
      ...((await this.#version()) > 0 ? [] : [remains.before]),
    ].join(' ')
  }

  /** Stops trying. The log is truncated when the database is closed. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#truncatingLog
  }

  /** Repeats an attempt until it resolves to true, or has thrown at the last of its tries. */
  async #retry(
    attempt: () => Promise<boolean>,
    warning: string,
    maxTries = Number.POSITIVE_INFINITY,
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
        if (tries === maxTries) break
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

  async #version(): Promise<number> {
    const version = sql<{ user_version: number }>`pragma user_version`
    return (await version.execute(this.#database)).rows[0]?.user_version ?? 0
  }
}
