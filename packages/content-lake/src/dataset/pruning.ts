import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from 'halvi-kit/log'
import { daysAgo, type History } from './history.ts'

const DAY_MS = 86_400_000
/** Transactions pruned per step, which takes a few milliseconds. */
const STEP = 50
/** Pause between two steps, in milliseconds, so that other work can run. */
const PAUSE_MS = 20

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
 * Returns the time (ISO 8601) before which history may be pruned. If the clock is ahead of the newest transaction, that
 * transaction's time counts as now, so that a wrong clock alone prunes nothing.
 */
export function pruneBefore(history: History, days: number): string {
  const age = Date.now() - Date.parse(history.newest()?.timestamp ?? '')
  return age > 0 ? daysAgo(days + age / DAY_MS) : daysAgo(days)
}
