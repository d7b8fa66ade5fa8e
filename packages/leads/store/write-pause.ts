import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum time that a write of the office waits for submissions, in milliseconds, so that it is done in any case. */
const maxMs = 250

/** Lets the writes of the office wait while submissions are stored. */
export class WritePause {
  #over: Promise<void> | undefined
  #end = () => {}

  /** Starts or ends the pause. */
  set(isPaused: boolean): void {
    if (!isPaused) {
      this.#end()
      this.#over = undefined
    } else
      this.#over ??= new Promise((resolve) => {
        this.#end = resolve
      })
  }

  /** Resolves at the end of the pause. */
  async end(): Promise<void> {
    if (this.#over) await Promise.race([this.#over, sleep(maxMs, undefined, { ref: false })])
  }
}
