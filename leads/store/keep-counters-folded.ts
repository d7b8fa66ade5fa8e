import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { withBusyRetry } from './database/busy-retry.ts'
import { foldCounters } from './database/counter.ts'
import type { LeadTables } from './database/tables.ts'

/** In milliseconds: a moment after the start, which has enough to do, then four times a day. */
const firstMs = 60_000
const everyMs = 6 * 3_600_000

/**
 * Puts the counters of past days together, again and again. Several processes may do it at once: each
 * takes what it finds.
 */
export function keepCountersFolded(
  database: Kysely<LeadTables>,
  log: Logger,
): { close(): Promise<void> } {
  let closed = false
  let folding = Promise.resolve()
  let timer: NodeJS.Timeout
  const plan = (ms: number) => {
    timer = setTimeout(() => {
      folding = withBusyRetry(() => foldCounters(database))
        .catch((err) => log.error({ err }, 'counters of past days could not be put together'))
        .then(() => {
          if (!closed) plan(everyMs)
        })
    }, ms).unref()
  }
  plan(firstMs)
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await folding
    },
  }
}
