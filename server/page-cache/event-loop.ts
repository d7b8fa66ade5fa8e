import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** The event loop is looked at for so long, in milliseconds. */
const lookMs = 10
/** Work waits for so long at most, in milliseconds: a site that is never quiet needs its pages too. */
const longestMs = 1_000

/**
 * Resolves when the event loop has been idle for half of a moment, so that work that nobody waits
 * for does not take the processor from those who wait.
 */
export async function whenIdle(): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    const before = performance.eventLoopUtilization()
    await sleep(lookMs)
    if (performance.eventLoopUtilization(before).utilization < 0.5) return
  }
}
