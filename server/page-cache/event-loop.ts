import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** The event loop is watched for this time, in milliseconds. */
const watchMs = 10
/** The longest wait, in milliseconds: a site that is never idle needs its pages too. */
const maxWaitMs = 1_000

/** Resolves when the event loop was idle for half of a moment: visitors go before work ahead. */
export async function whenIdle(): Promise<void> {
  for (let waited = 0; waited < maxWaitMs; waited += watchMs) {
    const before = performance.eventLoopUtilization()
    await sleep(watchMs)
    if (performance.eventLoopUtilization(before).utilization < 0.5) return
  }
}
