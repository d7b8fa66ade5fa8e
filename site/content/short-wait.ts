import { setTimeout as sleep } from 'node:timers/promises'
import { isContentUnavailable } from './content-error.ts'

/** After content has not responded, nobody waits for it for this time, in milliseconds. */
const retryMs = 5_000

/** Limits how long visitors wait for content that does not respond. */
export class ShortWait {
  #retryAt = 0

  /**
   * Resolves to what `read` reads, or to undefined if content is unavailable, does not respond within a time in
   * milliseconds, or did not do so in the last five seconds without a `responded`.
   *
   * @throws the error of `read` if content rejects it
   */
  async for<Result>(read: () => Promise<Result>, timeoutMs: number): Promise<Result | undefined> {
    if (Date.now() < this.#retryAt) return undefined
    const reading = read().catch((error) => {
      if (!isContentUnavailable(error)) throw error
    })
    const result = await Promise.race([reading, sleep(timeoutMs, undefined, { ref: false })])
    if (!result) this.#retryAt = Date.now() + retryMs
    return result ?? undefined
  }

  /** Ends the time in which nobody waits, because content has responded. */
  responded(): void {
    this.#retryAt = 0
  }
}
