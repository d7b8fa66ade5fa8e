import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isLocked } from '../../store/busy-retry.ts'
import type { LeadTables } from '../../store/database.ts'
import { isPostgres } from '../../store/dialect.ts'

/** Whoever erases waits so long for the log to be cut; then it goes on by itself. In milliseconds. */
const waitMs = 1_000

/** So often it is tried, in milliseconds. */
const retryMs = 250

/** What is not forgotten yet, in words for staff. */
const notYet = {
  others:
    'Backups and exports that were made before, and whoever leads were delivered to, still have it.',
  postgres:
    'PostgreSQL keeps parts in its files until they are overwritten; `npm run leads -- erase` has it write them anew.',
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
  readonly #stop = new AbortController()
  #cutting: Promise<boolean> | undefined

  constructor(database: Kysely<LeadTables>) {
    this.#database = database
  }

  /** Resolves, soon, to what is still kept, and goes on until the database keeps nothing. */
  async forget(): Promise<string> {
    if (isPostgres(this.#database)) return `${notYet.others} ${notYet.postgres}`
    const cutting = this.#cut()
    const isCut = await Promise.race([cutting, sleep(waitMs, false, { ref: false })])
    const isClean = (await this.#version()) > 0
    return [notYet.others, isCut ? '' : notYet.log, isClean ? '' : notYet.before]
      .filter(Boolean)
      .join(' ')
  }

  /** Stops trying. The log is cut when the database is closed. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#cutting
  }

  /** One after another: what is erased meanwhile is cut off by the next. */
  #cut(): Promise<boolean> {
    const cutting = (this.#cutting ?? Promise.resolve(true)).then(() => this.#tryToCut())
    this.#cutting = cutting
    return cutting
  }

  async #tryToCut(): Promise<boolean> {
    while (!this.#stop.signal.aborted) {
      if (await this.#isCut()) return true
      await sleep(retryMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {})
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
