import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import { openPool } from '../store/database/postgres.ts'

/** So many submissions in so many seconds for each network and form, or no limit. */
export type RateLimit = { submissions: number; seconds: number } | 'off'

/** Counts submissions. */
export interface RateLimiter {
  /** Counts one; resolves to the seconds to wait when there were too many, else to 0. */
  consume(form: string, network: string): Promise<number>
  /** Resolves to the seconds for which a network that ignores rejections gets no page, else 0. Counts nothing. */
  blockedFor(network: string): Promise<number>
  close(): Promise<void>
}

/** A database that has not counted within this time is taken for gone, in milliseconds. */
const timeoutMs = 1_000

/** The number by which processes on one database know the lock; any that nobody else takes. */
const openingLock = 7_309_241_055

/**
 * Counts in memory, or with a `databaseUrl` in PostgreSQL, where all processes count together; while that does not answer,
 * each counts for itself. @throws when the database can't be reached at the start
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

  // Connections of its own: a crowd that is only counted does not keep a lead from being stored.
  const pool = await openPool(databaseUrl, log)
  const open = () =>
    new Promise<RateLimiterPostgres>((resolve, reject) => {
      const limiter: RateLimiterPostgres = new RateLimiterPostgres(
        {
          ...counts,
          storeClient: pool,
          tableName: 'submission_count',
          insuranceLimiter: memory,
          // Who is over the limit is turned away without asking the database again.
          inMemoryBlockOnConsumed: limit.submissions,
        },
        (error) => (error ? reject(error) : resolve(limiter)),
      )
    })
  const openEmptied = async () => {
    const limiter = await oneAtATime(pool, open)
    // While a process runs the limiter does so by itself, every five minutes, an hour after they expired.
    await pool.query('delete from submission_count where expire < $1', [Date.now()])
    return limiter
  }
  const shared = await openEmptied().catch(async (error) => {
    await pool.end()
    throw error
  })
  const limiter = new RLWrapperTimeouts({ limiter: shared, timeoutMs: timeoutMs })
  return { ...limiterOf(limiter, counts, hiddenBy(databaseUrl)), close: () => pool.end() }
}

/**
 * Opens the limiter while no other process does: of two `create table if not exists` at once PostgreSQL fails one
 * (https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).
 */
async function oneAtATime<Opened>(pool: Pool, open: () => Promise<Opened>): Promise<Opened> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await connection.query('select pg_advisory_xact_lock($1)', [openingLock])
    return await open()
  } finally {
    // The lock is the transaction's, and ends with its connection.
    connection.release(true)
  }
}

/**
 * Returns a function that hashes visitors' addresses with the password in the database's URL, a key that its processes
 * share and that is not in it. Without a password the hash hides addresses from a passing look only.
 */
function hiddenBy(databaseUrl: string): (key: string) => string {
  const { password } = new URL(databaseUrl)
  return (key) => createHmac('sha256', password).update(key).digest('base64url')
}

type Limiter = Pick<RateLimiterMemory, 'consume' | 'delete'>

function limiterOf(
  limiter: Limiter,
  counts: { points: number; duration: number },
  keyOf = (key: string) => key,
): Pick<RateLimiter, 'consume' | 'blockedFor'> {
  const refusals = new RateLimiterMemory(counts)
  return {
    async consume(form, network) {
      const wait = await secondsToWait(limiter, keyOf(`${form} ${network}`), counts.duration)
      if (wait > 0) await secondsToWait(refusals, network, counts.duration)
      return wait
    },
    async blockedFor(network) {
      const refused = await refusals.get(network)
      const many = refused && refused.consumedPoints > counts.points
      return many ? secondsOf(refused, counts.duration) : 0
    },
  }
}

/** Resolves to the seconds to wait, 0 when there is nothing to wait for. */
async function secondsToWait(
  limiter: Limiter,
  key: string,
  durationSeconds: number,
): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    if (refusal.msBeforeNext <= durationSeconds * 1_000 + clockSlackMs) {
      return secondsOf(refusal, durationSeconds)
    }
    // A count that lasts longer than its window is from before the clock was set back: it would block for days.
    await limiter.delete(key)
    return 0
  }
}

/** Clocks of several processes on one database may differ by this much, in milliseconds. */
const clockSlackMs = 60_000

/** The seconds until a network may try again: never more than the window, whatever the clock says. */
function secondsOf({ msBeforeNext }: RateLimiterRes, durationSeconds: number): number {
  return Math.min(Math.max(Math.ceil(msBeforeNext / 1_000), 1), durationSeconds)
}
