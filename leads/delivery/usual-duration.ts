import { setTimeout as sleep } from 'node:timers/promises'

/** Number of durations to choose from. */
const maxRecent = 31

/**
 * Waits as long as a first delivery usually takes. Without that, a fast answer to a repeated application would reveal
 * that the same content was sent before.
 */
export class UsualDuration {
  readonly #recent: number[] = []

  /** Runs a first delivery, and remembers how long it took if it was accepted. */
  async measure(deliver: () => Promise<boolean>): Promise<boolean> {
    const start = performance.now()
    const isAccepted = await deliver()
    if (isAccepted && this.#recent.push(performance.now() - start) > maxRecent) this.#recent.shift()
    return isAccepted
  }

  /** Resolves after the duration of one of the recent deliveries. Without one, resolves immediately. */
  async wait(): Promise<void> {
    const duration = this.#recent[Math.floor(Math.random() * this.#recent.length)]
    if (duration !== undefined) await sleep(duration)
  }
}
