import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from 'halvi-runtime/log'
import type { History } from './history.ts'

const DAY_MS = 86_400_000
/** Transactions forgotten at once: some milliseconds of work. */
const STEP = 50
/** Milliseconds between two steps, for everything else. */
const PAUSE_MS = 20
/** Days of history that are pruned in a day: what a wrong clock can cost. */
const MAX_DAYS = 2

/** Prunes history now and once a day, in small steps, until the returned function is called. See `pruneBefore`. */
export function keepHistory(history: History, days: number, log?: Log): () => void {
  const ended = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: ended.signal })

  async function pruneDaily(): Promise<void> {
    for (;;) {
      await pause(0)
      try {
        const before = pruneBefore(history, days)
        let [step, total] = [STEP, 0]
        while (step === STEP) {
          if (total > 0) await pause(PAUSE_MS)
          step = history.prune(before, STEP)
          total += step
        }
        if (total > 0) log?.info({ transactions: total, days }, 'old history forgotten')
      } catch (err) {
        // Another process may hold the file, or the disk be full: it is tried again the next day.
        if (ended.signal.aborted) return
        log?.warn({ err }, 'old history of the content lake could not be forgotten')
      }
      await pause(DAY_MS)
    }
  }

  pruneDaily().catch(() => {})
  return () => ended.abort()
}

/**
 * Returns the time (ISO 8601) before which history may be pruned today. "Now" is the newest transaction's time
 * unless the clock's is earlier: a clock that jumps ahead makes nothing old. After a write with such a clock, two
 * days of the oldest history go each day rather than all.
 */
export function pruneBefore(history: History, days: number, clock = Date.now()): string {
  const ends = history.ends()
  if (!ends) return ''
  const [oldest, newest] = [Date.parse(ends.oldest), Date.parse(ends.newest)]
  const allowed = Math.min(clock, newest) - days * DAY_MS
  return new Date(Math.max(0, Math.min(allowed, oldest + MAX_DAYS * DAY_MS))).toISOString()
}
