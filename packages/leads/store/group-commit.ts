import { isLocked, withBusyRetry } from './database/busy-retry.ts'
import type { LeadDatabase } from './database/tables.ts'
import { countNew } from './derived/sums.ts'

/** Runs statements in the transaction it is given. */
type Work<T> = (database: LeadDatabase) => Promise<T>

/** Runs and commits statements. Resolves when they are durable. */
export type Write = <T>(work: Work<T>) => Promise<T>

interface Waiting {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** Start of the wait, in milliseconds of `performance.now()`. */
  since: number
}

/** Maximum number of writes in one commit, so that the first write of a burst does not wait long. */
const maxGroupSize = 256

/** Timeout of a submission while other processes write, such as commands; in milliseconds. */
const standardTimeoutMs = 20_000

/** How two processes that write to one database take turns. */
export interface WriteTurns {
  /** Resolves when this process may start a transaction. */
  turn?: () => Promise<void>
  /** Called when writes wait, and when none have waited for a while. */
  onBusy?: (isBusy: boolean) => void
}

/** Time without a write after which a process is not busy any more, in milliseconds. */
const quietMs = 20

/**
 * Commits all waiting writes together, so that SQLite needs one fsync instead of many. If one fails, each runs again
 * in its own transaction.
 *
 * @param timeoutMs how long each write waits for other processes that write
 */
export function createGroupCommit(
  database: LeadDatabase,
  { turn, onBusy }: WriteTurns = {},
  timeoutMs = standardTimeoutMs,
): Write {
  let waiting: Waiting[] = []
  let running = false
  let quiet: NodeJS.Timeout | undefined

  async function run() {
    while (waiting.length > 0) {
      await turn?.()
      const group = waiting.slice(0, maxGroupSize)
      waiting = waiting.slice(maxGroupSize)
      await commit(group)
    }
    running = false
    if (!onBusy) return
    quiet = setTimeout(() => {
      quiet = undefined
      onBusy(false)
    }, quietMs).unref()
  }

  /** Commits a group of writes. Never throws. */
  async function commit(group: Waiting[]): Promise<void> {
    try {
      const together = () =>
        database.transaction().execute(async (transaction) => {
          const all: unknown[] = []
          for (const { work } of group) all.push(await work(transaction))
          await countNew(transaction)
          return all
        })
      // The time already spent in the queue counts toward the timeout.
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
      if (quiet) clearTimeout(quiet)
      else onBusy?.(true)
      quiet = undefined
      // Waits a turn of the event loop, so that other writes can join the group.
      setImmediate(run)
    })
}
