import { FairQueue } from 'halvi-kit/fair-queue'
import type { LeadDatabase } from './tables.ts'

/**
 * Runs statements in one transaction, which is durable when the promise resolves. May run them again, so they must
 * not have other side effects.
 */
export type InTransaction = <T>(work: (within: LeadDatabase) => Promise<T>) => Promise<T>

/** Maximum number of times that a transaction runs. */
const maxRuns = 5

/** Limits on transactions of one process: others wait without a connection, which a submission may need. */
const limits = { parallel: 5, waiting: 10_000, waitingPerClient: 10_000 }

/** Time for which a transaction waits for others of this process, in milliseconds, as on SQLite. */
const timeoutMs = 20_000

/**
 * Returns a function that runs transactions on PostgreSQL, a few at a time, and again if one was aborted because of a
 * deadlock.
 */
export function postgresTransactions(database: LeadDatabase): InTransaction {
  const queue = new FairQueue(limits)
  return (work) =>
    queue.run('site', () => withDeadlockRetry(database, work), AbortSignal.timeout(timeoutMs))
}

async function withDeadlockRetry<T>(
  database: LeadDatabase,
  work: (within: LeadDatabase) => Promise<T>,
): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (run === maxRuns || (error as { code?: string }).code !== '40P01') throw error
    }
  }
}
