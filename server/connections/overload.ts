import { performance } from 'node:perf_hooks'
import { overloadLimits } from '../limits.ts'

/** The limits of limits.ts, or others; for tests. */
type Limits = { [Name in keyof typeof overloadLimits]: number }

/**
 * Decides which connections are taken while the process has no time left. Node takes one connection
 * each time round its event loop: where each brings a request that takes a millisecond, those of a
 * crowd keep everybody else's waiting for seconds. The networks that open the most lose theirs, the
 * more of them the longer it lasts.
 */
export class Overload {
  readonly #limits: Limits
  readonly #looking: NodeJS.Timeout
  #before = performance.eventLoopUtilization()
  #mostPerSecond = Number.POSITIVE_INFINITY
  /** Connections of the second that has begun, by network. */
  #opened = new Map<string, number>()
  #secondEnds = 0

  constructor(limits: Limits = overloadLimits) {
    this.#limits = limits
    this.#looking = setInterval(() => {
      const now = performance.eventLoopUtilization()
      this.look(performance.eventLoopUtilization(now, this.#before).utilization)
      this.#before = now
    }, limits.lookMs).unref()
  }

  /** Takes note of the share of the time since the last look that went into work. */
  look(utilization: number): void {
    const { busyFrom, perSecond, fewestPerSecond } = this.#limits
    if (utilization >= busyFrom) {
      const fewer = Math.min(perSecond, (this.#mostPerSecond * 2) / 3)
      this.#mostPerSecond = Math.max(fewestPerSecond, fewer)
    } else if (this.#mostPerSecond < perSecond) this.#mostPerSecond *= 1.5
    else this.#mostPerSecond = Number.POSITIVE_INFINITY
  }

  /** Whether one more connection of a network is taken; counts it. */
  takes(network: string, now = performance.now()): boolean {
    if (now >= this.#secondEnds) {
      this.#opened.clear()
      this.#secondEnds = now + 1_000
    }
    const opened = (this.#opened.get(network) ?? 0) + 1
    this.#opened.set(network, opened)
    return opened <= this.#mostPerSecond
  }

  close(): void {
    clearInterval(this.#looking)
  }
}
