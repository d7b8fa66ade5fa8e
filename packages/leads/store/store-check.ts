import { statfs } from 'node:fs/promises'
import { isLocked } from './database/busy-retry.ts'
import type { LeadDatabase } from './database/tables.ts'

/** How long all callers get the same result, in milliseconds. */
const ttlMs = 1_000

/** How long the check fails after a lead could not be stored, in milliseconds. */
const failureMs = 5_000

/** Minimum free disk space in bytes. With less, the write-ahead log may store one lead but not the next. */
const minFreeBytes = 1_000_000

/**
 * Checks that the store is writable by writing the time to a table with one row. A read would not detect a full disk,
 * or a PostgreSQL server that has become a replica. A busy SQLite is not a failure.
 *
 * @param dataDir the folder of SQLite, whose disk must have free space
 */
export function createStoreCheck(database: LeadDatabase, dataDir?: string) {
  let last: { at: number; result: Promise<void> } | undefined
  let failure: { at: number; error: unknown } | undefined

  async function write() {
    if (dataDir !== undefined) await assertFreeSpace(dataDir)
    if (failure && performance.now() - failure.at < failureMs) throw failure.error
    const checked_at = new Date().toISOString()
    await database
      .insertInto('lead_store_check')
      .values({ id: 1, checked_at })
      .onConflict((row) => row.column('id').doUpdateSet({ checked_at }))
      .execute()
      .catch((error) => {
        if (!isLocked(error)) throw error
      })
  }

  return {
    /**
     * Resolves if the store is writable.
     *
     * @throws when it is not
     */
    check(): Promise<void> {
      const now = performance.now()
      if (!last || now - last.at > ttlMs) last = { at: now, result: write() }
      return last.result
    },
    /** Makes the check fail for a while after a lead was not stored. */
    recordFailure(error: unknown): void {
      if (!isLocked(error)) failure = { at: performance.now(), error }
    },
  }
}

async function assertFreeSpace(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const freeBytes = bavail * bsize
  if (freeBytes >= minFreeBytes) return
  throw Object.assign(new Error(`The disk of DATA_DIR is full: ${freeBytes} bytes are free`), {
    code: 'ENOSPC',
  })
}
