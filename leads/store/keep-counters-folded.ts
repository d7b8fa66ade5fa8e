import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { withBusyRetry } from './database/busy-retry.ts'
import { foldCounters } from './database/counter.ts'
import type { LeadTables } from './database/tables.ts'

/** In milliseconds: a moment after the start, which has enough to do, then four times a day. */
const firstMs = 60_000
const everyMs = 6 * 3_600_000

/** Adds up the counters of past days, periodically; several processes may do it at once. */
export function keepCountersFolded(database: Kysely<LeadTables>, log: Logger) {
  let folding = Promise.resolve()
  const fold = () => {
    folding = folding
      .then(() => withBusyRetry(() => foldCounters(database)))
      .catch((err) => log.error({ err }, 'counters of past days could not be put together'))
  }
  const timers = [setTimeout(fold, firstMs).unref(), setInterval(fold, everyMs).unref()]
  return {
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      await folding
    },
  }
}
