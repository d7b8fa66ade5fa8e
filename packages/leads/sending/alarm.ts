import { setTimeout as sleep } from 'node:timers/promises'

/** Wakes a background loop early. A call while nobody waits ends the next wait immediately. */
export class Alarm {
  #bell = new AbortController()

  /** Ends the current wait, or the next one. */
  ring(): void {
    this.#bell.abort()
  }

  /** Resolves after a time in milliseconds, or when the alarm rings. Does not keep the process running. */
  async wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#bell.signal, ref: false }).catch(() => {})
    if (this.#bell.signal.aborted) this.#bell = new AbortController()
  }
}
