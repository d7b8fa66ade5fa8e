import type { Logger } from 'pino'
import { requestOf } from '../key.ts'
import type { Page } from '../store/page.ts'

/** After a failure the last good page is served for so long before the next try, in milliseconds. */
const retryMs = 5_000

/** The pages that have a last good form, and could not be made anew. */
export class Failures {
  readonly #log: Logger
  /** On a clock that nobody sets. */
  readonly #retryAt = new Map<string, number>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** Whether it is too early for another try. */
  isRecent(key: string): boolean {
    return (this.#retryAt.get(key) ?? 0) > performance.now()
  }

  /** Notes that `last` has to be served once more; the log says since when, the first time. */
  add(key: string, last: Page): void {
    if (!this.#retryAt.has(key)) {
      const since = new Date(last.made)
      const { path } = requestOf(key)
      this.#log.warn({ path, since }, 'the last good page is served')
    }
    this.#retryAt.set(key, performance.now() + retryMs)
  }

  /** The page could be made. */
  forget(key: string): void {
    this.#retryAt.delete(key)
  }

  /** Content is there again, or has changed so much that every page deserves a try. */
  forgetAll(): void {
    this.#retryAt.clear()
  }
}
