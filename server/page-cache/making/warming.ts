import { whenIdle } from '../event-loop.ts'
import { keysOf } from '../key.ts'
import type { PolicyOf } from '../policy.ts'

interface Options {
  policyOf: PolicyOf
  /** The paths in the sitemap. */
  listed(): Promise<string[]>
  /** The keys of pages that something was published of. */
  staleKeys(): Iterable<string>
  /** Whether a page is missing or out of date, and may be made now. */
  isDue(key: string): boolean
  make(key: string): Promise<unknown>
  /** Told when all of them have been made. */
  onDone?(): void
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

  /**
   * Begins, or goes round once more if it is under way. All pages take two seconds of a processor: tests that
   * ask for a few have it left out, by what is no setting.
   */
  start(): void {
    if (process.env.PAGES_AHEAD === 'never') return
    this.#again = true
    this.#running ??= this.#run()
      // What can't be made ahead is made when somebody asks.
      .catch(() => {})
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Resolves when the page under way has been made; no other one is. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  /** What is in the site map or has become stale, one page after the other. */
  async #run(): Promise<void> {
    const { policyOf, listed, staleKeys, isDue, make, onDone } = this.#options
    while (this.#again && !this.#closed) {
      this.#again = false
      const paths = (await listed()).filter(policyOf).flatMap(keysOf)
      for (const key of new Set([...staleKeys(), ...paths])) {
        if (this.#closed) return
        if (!isDue(key)) continue
        await make(key).catch(() => {})
        // Visitors go first.
        await whenIdle()
      }
    }
    if (!this.#closed) onDone?.()
  }
}
