import { evaluatorLimits } from '../limits/limits.ts'

/** Clients that are not heard for a while. */
export class Resting {
  /** Until when, in milliseconds of `performance.now()`; the first has waited longest. */
  readonly #until = new Map<string, number>()

  add(client: string, milliseconds: number): void {
    this.#until.delete(client)
    this.#until.set(client, performance.now() + milliseconds)
    const [longest] = this.#until.keys()
    if (this.#until.size > evaluatorLimits.resting && longest !== undefined) {
      this.#until.delete(longest)
    }
  }

  /** For how many milliseconds still; 0 for who does not rest. */
  left(client: string): number {
    const left = (this.#until.get(client) ?? 0) - performance.now()
    if (left <= 0) this.#until.delete(client)
    return Math.max(0, left)
  }
}
