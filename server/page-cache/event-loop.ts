import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long each measurement of the event loop takes, in milliseconds. */
const watchMs = 10
/** Maximum wait, in milliseconds, so that background work also runs on a busy site. */
const maxWaitMs = 1_000

/**
 * Resolves once the event loop was at least half idle for one measurement. Background work waits for it so that
 * visitors are served first.
 */
export async function whenIdle(): Promise<void> {
  for (let waited = 0; waited < maxWaitMs; waited += watchMs) {
    const before = performance.eventLoopUtilization()
    await sleep(watchMs)
    if (performance.eventLoopUtilization(before).utilization < 0.5) return
  }
}
