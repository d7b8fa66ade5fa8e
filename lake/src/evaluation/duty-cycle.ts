/** Work that comes now and then is never paused for. */
const BURST_MS = 100
const LONGEST_PAUSE_MS = 1_000

/** Keeps work that goes on and on to a share of the time, so that the rest of it is for others. */
export class DutyCycle {
  readonly #pausePerWork: number
  #owed = 0
  #asOf = 0

  /** @param share of the time, over 0 and up to 1 */
  constructor(share: number) {
    this.#pausePerWork = 1 / share - 1
  }

  /** Takes note of work that took so long, in milliseconds, and ended at `now`. */
  worked(milliseconds: number, now: number): void {
    const owed = this.#left(now) + milliseconds * this.#pausePerWork
    this.#owed = Math.min(LONGEST_PAUSE_MS, owed)
    this.#asOf = now
  }

  /** For how many milliseconds from `now` on nothing is to be done. */
  pause(now: number): number {
    const left = this.#left(now)
    return left > BURST_MS ? left : 0
  }

  #left(now: number): number {
    return Math.max(0, this.#owed - (now - this.#asOf))
  }
}
