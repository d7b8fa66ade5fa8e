import { statfs } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { isLocked } from './database/busy-retry.ts'
import type { LeadTables } from './database/tables.ts'

/** For how long a result is given to all callers, in milliseconds. */
const ttlMs = 1_000

/** How long a lead that could not be stored makes the check fail, in milliseconds. */
const failureMs = 5_000

/** With less room on the disk, in bytes, the write-ahead log stores one lead and not the next. */
const leastRoom = 1_000_000

/**
 * Checks by storing the time in a table of one row: reading would not notice a full disk, or a PostgreSQL that is a
 * replica now. A busy SQLite is not a failure. `dataDir`: the folder of SQLite, whose disk must have room.
 */
export function createStoreCheck(database: Kysely<LeadTables>, dataDir?: string) {
  let last: { at: number; result: Promise<void> } | undefined
  let failure: { at: number; error: unknown } | undefined

  async function store() {
    if (dataDir !== undefined) await assertRoom(dataDir)
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
    /** @throws when nothing can be stored */
    check(): Promise<void> {
      const now = performance.now()
      if (!last || now - last.at > ttlMs) last = { at: now, result: store() }
      return last.result
    },
    /** Makes the check fail for a while: a lead was not stored. */
    leadFailed(error: unknown): void {
      if (!isLocked(error)) failure = { at: performance.now(), error }
    },
  }
}

async function assertRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const room = bavail * bsize
  if (room >= leastRoom) return
  throw Object.assign(new Error(`The disk of DATA_DIR is full: ${room} bytes are free`), {
    code: 'ENOSPC',
  })
}
