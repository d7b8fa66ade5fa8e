import type { Logger } from 'pino'
import type { LeadDatabase } from './database/tables.ts'
import { mergeSums } from './derived/sums.ts'

/** Delay of the first merge, after the busy start of the process, and the interval after it. In milliseconds. */
const firstMs = 60_000
const everyMs = 6 * 3_600_000

/** Merges the slots of metrics on PostgreSQL periodically. Several processes may do so at the same time. */
export function startSlotMerging(database: LeadDatabase, log: Logger) {
  let merging = Promise.resolve()
  const merge = () => {
    merging = merging
      .then(() => mergeSums(database))
      .catch((err) => log.error({ err }, 'merging metrics failed'))
  }
  const timers = [setTimeout(merge, firstMs).unref(), setInterval(merge, everyMs).unref()]
  return {
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      await merging
    },
  }
}
