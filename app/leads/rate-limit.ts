import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import { openPool } from './postgres.ts'

/** So many submissions in so many seconds for each address and form, or no limit. */
export type RateLimit = { submissions: number; seconds: number } | 'off'

/** Counts submissions. */
export interface Admission {
  /** Counts one; resolves to the seconds to wait when there were too many, else to 0. */
  admit(form: string, address: string): Promise<number>
  /**
   * Resolves to the seconds for which an address that goes on though it was turned away is no longer
   * worth an answer of its own, else to 0. Counts nothing.
   */
  flooding(address: string): Promise<number>
  close(): Promise<void>
}

/** A database that has not counted within this time is taken for gone, in milliseconds. */
const patience = 1_000

/**
 * Counts in this process's memory; with a `databaseUrl` in PostgreSQL, where all processes count
 * together. While that does not answer, each counts for itself, so that nobody is turned away for
 * it and nobody gets in without being counted.
 *
 * @throws when the database can't be reached at the start
 */
export async function openAdmission(
  limit: RateLimit,
  databaseUrl: string | undefined,
  log: Logger,
): Promise<Admission> {
  if (limit === 'off') {
    return { admit: async () => 0, flooding: async () => 0, close: async () => {} }
  }
  const counts = { points: limit.submissions, duration: limit.seconds, keyPrefix: '' }
  const memory = new RateLimiterMemory(counts)
  if (!databaseUrl) return { ...admission(memory, counts), close: async () => {} }

  // Connections of its own: a crowd that is only counted does not keep a lead from being stored.
  const pool = await openPool(databaseUrl, log)
  const shared = await new Promise<RateLimiterPostgres>((resolve, reject) => {
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
  }).catch(async (error) => {
    await pool.end()
    throw error
  })
  const limiter = new RLWrapperTimeouts({ limiter: shared, timeoutMs: patience })
  return { ...admission(limiter, counts), close: () => pool.end() }
}

function admission(
  limiter: Pick<RateLimiterMemory, 'consume'>,
  counts: { points: number; duration: number },
): Pick<Admission, 'admit' | 'flooding'> {
  const refusals = new RateLimiterMemory(counts)
  return {
    async admit(form, address) {
      const key = subscriber(address)
      const wait = await consume(limiter, `${form} ${key}`)
      if (wait > 0) await consume(refusals, key)
      return wait
    },
    async flooding(address) {
      const refused = await refusals.get(subscriber(address))
      const many = refused && refused.consumedPoints > counts.points
      return many ? Math.ceil(refused.msBeforeNext / 1000) : 0
    },
  }
}

/** Resolves to the seconds to wait, 0 when there is nothing to wait for. */
async function consume(limiter: Pick<RateLimiterMemory, 'consume'>, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000)
    throw refusal
  }
}

/**
 * Whom an address belongs to: a subscriber has a whole /64 of IPv6 addresses and may change among
 * them at will. IPv4 written as IPv6 is IPv4.
 */
function subscriber(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(bare)) return bare
  const [head = ''] = bare.split('::')
  return [...head.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':')
}
