import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from 'halvi-kit/log'
import type { History } from './history.ts'

const DAY_MS = 86_400_000
/** Transactions pruned per step, which takes a few milliseconds. */
const STEP = 50
/** Pause between two steps, in milliseconds, so that other work can run. */
const PAUSE_MS = 20
/** Maximum days of history pruned per day. Limits the loss when the clock is wrong. */
const MAX_DAYS = 2

/** Prunes history now and once a day, in small steps, until the returned function is called. See `pruneBefore`. */
export function startPruning(history: History, days: number, log?: Log): () => void {
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
        if (total > 0) log?.info({ transactions: total, days }, 'old history pruned')
      } catch (err) {
        // Another process may have locked the file, or the disk may be full. The next attempt is the next day.
        if (ended.signal.aborted) return
        log?.warn({ err }, 'history pruning failed')
      }
      await pause(DAY_MS)
    }
  }

  pruneDaily().catch(() => {})
  return () => ended.abort()
}

/**
 * Returns the time (ISO 8601) before which history may be pruned today. "Now" is the clock's time or the newest
 * transaction's time, whichever is earlier, so that a clock that jumps ahead does not make all history old. If a
 * write happened with such a clock, at most two days of the oldest history are pruned per day.
 */
export function pruneBefore(history: History, days: number, clock = Date.now()): string {
  const ends = history.bounds()
  if (!ends) return ''
  const [oldest, newest] = [Date.parse(ends.oldest), Date.parse(ends.newest)]
  const allowed = Math.min(clock, newest) - days * DAY_MS
  return new Date(Math.max(0, Math.min(allowed, oldest + MAX_DAYS * DAY_MS))).toISOString()
}
