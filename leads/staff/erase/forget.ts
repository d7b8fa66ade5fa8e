import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { isLocked } from '../../store/database/busy-retry.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import type { LeadIndex } from '../index/lead-index.ts'

/** Whoever erases waits so long; then it goes on by itself. In milliseconds. */
const waitMs = 2_000

/** So often it is tried, in milliseconds. */
const retryMs = 250

/** The index is asked so often. */
const mostTries = 5

/** What is not forgotten yet, in words for staff. */
const notYet = {
  others:
    'Backups and exports that were made before, and whoever leads were delivered to, still have it.',
  postgres:
    'PostgreSQL keeps parts in its files until they are overwritten; `npm run leads -- erase` has it write them anew.',
  index: 'The index is being written anew without it, which takes a while.',
  log: "Parts stand in the database's log until exports that are under way have ended.",
  before:
    "An earlier version of the site may have left parts in the database's free space; `npm run leads -- erase` removes them.",
}

/**
 * Has the database forget what was erased, while the site runs. SQLite overwrites it by itself
 * (`secure_delete`), but its write-ahead log has the former pages until it is cut off, which waits for
 * whoever reads an older snapshot.
 */
export class Forgetting {
  readonly #database: Kysely<LeadTables>
  readonly #index: Pick<LeadIndex, 'forget'>
  readonly #log: Logger
  readonly #failedRetryMs: number
  readonly #stop = new AbortController()
  #cutting: Promise<boolean> | undefined
  #merging: Promise<boolean> | undefined

  /** @param failedRetryMs what has failed is tried again after so long, in milliseconds */
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

  /** Resolves, soon, to what is still kept, and goes on until the database keeps nothing. */
  async forget(): Promise<string> {
    const soon = (work: Promise<boolean>) =>
      Promise.race([work, sleep(waitMs, false, { ref: false })])
    const merging = this.#merge()
    if (isPostgres(this.#database)) {
      const isMerged = await soon(merging)
      return [notYet.others, notYet.postgres, isMerged ? '' : notYet.index]
        .filter(Boolean)
        .join(' ')
    }
    const [isMerged, isCut] = await Promise.all([soon(merging), soon(this.#cut())])
    const isClean = (await this.#version()) > 0
    return [
      notYet.others,
      isMerged ? '' : notYet.index,
      isCut ? '' : notYet.log,
      isClean ? '' : notYet.before,
    ]
      .filter(Boolean)
      .join(' ')
  }

  /** Stops trying. The log is cut when the database is closed. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#cutting
  }

  /** One after another: what is erased meanwhile is taken out of the index by the next. */
  #merge(): Promise<boolean> {
    const merging = (this.#merging ?? Promise.resolve(true)).then(() => this.#tryToMerge())
    this.#merging = merging
    return merging
  }

  async #tryToMerge(): Promise<boolean> {
    for (let tries = 1; !this.#stop.signal.aborted; tries++) {
      try {
        await this.#index.forget()
        return true
      } catch (err) {
        if (this.#stop.signal.aborted) break
        this.#log.warn({ err, tries }, 'the index still has words of what was erased')
        if (tries === mostTries) break
        await this.#pause(this.#failedRetryMs)
      }
    }
    return false
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {})
  }

  /** One after another: what is erased meanwhile is cut off by the next. */
  #cut(): Promise<boolean> {
    const cutting = (this.#cutting ?? Promise.resolve(true)).then(() => this.#tryToCut())
    this.#cutting = cutting
    return cutting
  }

  async #tryToCut(): Promise<boolean> {
    while (!this.#stop.signal.aborted) {
      try {
        if (await this.#isCut()) return true
        await this.#pause(retryMs)
      } catch (err) {
        this.#log.warn({ err }, "the database's log still has what was erased")
        await this.#pause(this.#failedRetryMs)
      }
    }
    return false
  }

  async #isCut(): Promise<boolean> {
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(
        this.#database,
      )
      return rows[0]?.busy === 0
    } catch (error) {
      if (isLocked(error)) return false
      throw error
    }
  }

  async #version(): Promise<number> {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(
      this.#database,
    )
    return rows[0]?.user_version ?? 0
  }
}
