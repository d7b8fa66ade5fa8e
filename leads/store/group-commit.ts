import type { Kysely } from 'kysely'
import { isLocked, withBusyRetry } from './database/busy-retry.ts'
import type { LeadTables } from './database/tables.ts'

/** Statements that are to be committed together; what they are run on, they get. */
type Work<T> = (database: Kysely<LeadTables>) => Promise<T>

/** Runs statements and commits them; resolves when they are durable. */
export type Write = <T>(work: Work<T>) => Promise<T>

interface Waiting {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** Since when, in milliseconds of `performance.now()`. */
  since: number
}

/** So many share a commit at most, so that a crowd does not keep the first of it waiting. */
const largest = 256

/** How long a submission waits for other processes that write, such as commands; in milliseconds. */
const standardTimeoutMs = 20_000

/**
 * Commits all works that wait at the same moment together, which on SQLite costs one fsync instead of many. When one
 * fails, all run again, each by itself. `timeoutMs`: how long each waits for other processes that write.
 */
export function createGroupCommit(
  database: Kysely<LeadTables>,
  timeoutMs = standardTimeoutMs,
): Write {
  let waiting: Waiting[] = []
  let running = false

  async function run() {
    while (waiting.length > 0) {
      const group = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      await commit(group)
    }
    running = false
  }

  /** Never throws. */
  async function commit(group: Waiting[]): Promise<void> {
    try {
      const together = () =>
        database.transaction().execute(async (transaction) => {
          const all: unknown[] = []
          for (const { work } of group) all.push(await work(transaction))
          return all
        })
      // Whoever has waited behind others does not begin to wait anew.
      const waited = performance.now() - Math.min(...group.map(({ since }) => since))
      const results = await withBusyRetry(together, timeoutMs - waited)
      for (const [index, { resolve }] of group.entries()) resolve(results[index])
    } catch (error) {
      const alone = group.length === 1 || isLocked(error)
      for (const one of group) {
        if (alone) one.reject(error)
        else await commit([one])
      }
    }
  }

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      const since = performance.now()
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject, since })
      if (running) return
      running = true
      // Not at once: what else has arrived meanwhile joins the group.
      setImmediate(run)
    })
}
