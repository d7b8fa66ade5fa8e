import { whenIdle } from '../event-loop.ts'
import { keysOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'

interface Options {
  policyOf: PolicyOf
  /** The paths in the sitemap. */
  listed(): Promise<string[]>
  /** The keys of stale pages. */
  staleKeys(): Iterable<string>
  /** Whether a page is missing or out of date, and may be made now. */
  isDue(key: string): boolean
  make(key: string): Promise<unknown>
  /** Called when all of them have been made. */
  onDone(): void
}

/** Makes pages before somebody asks: after the start, and after each publish. */
export class Warming {
  readonly #options: Options
  #running: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Begins, or goes round once more if it is under way. */
  start(): void {
    this.#again = true
    this.#running ??= this.#run()
      // A page that can't be made ahead is made when somebody asks.
      .catch(() => {})
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Resolves when the page under way has been made; no further one is. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #run(): Promise<void> {
    const { policyOf, listed, staleKeys, isDue, make, onDone } = this.#options
    while (this.#again && !this.#closed) {
      this.#again = false
      const paths = (await listed()).filter(policyOf).flatMap(keysOf)
      for (const key of new Set([...staleKeys(), ...paths])) {
        if (this.#closed) return
        if (!isDue(key)) continue
        await make(key).catch(() => {})
        await whenIdle()
      }
    }
    if (!this.#closed) onDone()
  }
}
