import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import { openPool } from '../store/database/postgres.ts'

/** Maximum number of submissions in a time window, per network and form; or no limit. */
export type RateLimit = { submissions: number; seconds: number } | 'off'

/** Counts submissions and limits their rate. */
export interface RateLimiter {
  /** Counts a submission. Resolves to the seconds to wait if there were too many, otherwise 0. */
  consume(form: string, network: string): Promise<number>
  /** Resolves to the seconds for which a network is blocked because it ignores rejections, or 0. Counts nothing. */
  blockedFor(network: string): Promise<number>
  close(): Promise<void>
}

/** Timeout of the database, in milliseconds. After it, the limiter counts in memory. */
const timeoutMs = 1_000

/**
 * Opens a rate limiter that counts in memory, or, with a `databaseUrl`, in PostgreSQL together with other processes.
 * While PostgreSQL is unavailable, each process counts for itself.
 */
export async function openRateLimiter(
  limit: RateLimit,
  databaseUrl: string | undefined,
  log: Logger,
): Promise<RateLimiter> {
  if (limit === 'off') {
    return { consume: async () => 0, blockedFor: async () => 0, close: async () => {} }
  }
  const counts = { points: limit.submissions, duration: limit.seconds, keyPrefix: '' }
  const memory = new RateLimiterMemory(counts)
  if (!databaseUrl) return { ...limiterOf(memory, counts), close: async () => {} }

  // Uses separate connections, so that counting a flood of submissions does not delay storing leads.
  const pool = await openPool(databaseUrl, log)
  const shared = new RateLimiterPostgres({
    ...counts,
    storeClient: pool,
    tableName: 'submission_count',
    // Created with the other tables.
    tableCreated: true,
    insuranceLimiter: memory,
    // A network over the limit is rejected without another query.
    inMemoryBlockOnConsumed: limit.submissions,
  })
  const limiter = new RLWrapperTimeouts({ limiter: shared, timeoutMs: timeoutMs })
  return { ...limiterOf(limiter, counts, hashWith(databaseUrl)), close: () => pool.end() }
}

/**
 * Returns a function that hashes visitors' addresses with the password in the database URL. All processes share that
 * key, and it is not stored in the database. Without a password, the hash only hides addresses from a casual look.
 */
function hashWith(databaseUrl: string): (key: string) => string {
  const { password } = new URL(databaseUrl)
  return (key) => createHmac('sha256', password).update(key).digest('base64url')
}

type Limiter = Pick<RateLimiterMemory, 'consume' | 'delete'>

function limiterOf(
  limiter: Limiter,
  counts: { points: number; duration: number },
  keyOf = (key: string) => key,
): Pick<RateLimiter, 'consume' | 'blockedFor'> {
  const rejections = new RateLimiterMemory(counts)
  return {
    async consume(form, network) {
      const wait = await secondsToWait(limiter, keyOf(`${form} ${network}`), counts.duration)
      if (wait > 0) await secondsToWait(rejections, network, counts.duration)
      return wait
    },
    async blockedFor(network) {
      const rejected = await rejections.get(network)
      const many = rejected && rejected.consumedPoints > counts.points
      return many ? secondsOf(rejected, counts.duration) : 0
    },
  }
}

/** Counts a submission and resolves to the seconds to wait, or 0. */
async function secondsToWait(
  limiter: Limiter,
  key: string,
  durationSeconds: number,
): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    if (rejection.msBeforeNext <= durationSeconds * 1_000 + clockSlackMs) {
      return secondsOf(rejection, durationSeconds)
    }
    // A count that lasts longer than its window is from before the clock was set back. It would block for days.
    await limiter.delete(key)
    return 0
  }
}

/** Maximum difference between the clocks of processes on one database, in milliseconds. */
const clockSlackMs = 60_000

/** Returns the seconds until a network may retry. Never more than the window, even after the clock was set back. */
function secondsOf({ msBeforeNext }: RateLimiterRes, durationSeconds: number): number {
  return Math.min(Math.max(Math.ceil(msBeforeNext / 1_000), 1), durationSeconds)
}
