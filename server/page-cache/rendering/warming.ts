import { whenIdle } from '../event-loop.ts'
import { keysOf } from '../key.ts'
import type { PageAddress, PolicyOf } from '../policy.ts'

interface Options {
  policyOf: PolicyOf
  /** Resolves to the pages that are rendered even if nobody has requested them. */
  listed(): Promise<PageAddress[]>
  /** Returns the keys of stale pages. */
  staleKeys(): Iterable<string>
  /** Returns whether a page is missing or outdated and may be rendered now. */
  isDue(key: string): boolean
  render(key: string): Promise<unknown>
  /** Called when all pages have been rendered. */
  onDone(): void
}

/** Renders pages before visitors request them: after the start and after each publish. */
export class Warming {
  #running: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(private readonly options: Options) {}

  /** Starts a run, or schedules one more if a run is in progress. */
  start(): void {
    this.#again = true
    this.#running ??= this.#run()
      // Errors are ignored: a page that failed here is rendered when it is requested.
      .catch(() => {})
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Resolves when no run is in progress. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Stops after the page that is being rendered, and resolves when that is done. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #run(): Promise<void> {
    const { policyOf, listed, staleKeys, isDue, render, onDone } = this.options
    while (this.#again && !this.#closed) {
      this.#again = false
      const pages = (await listed()).filter(policyOf).flatMap(keysOf)
      for (const key of new Set([...staleKeys(), ...pages])) {
        if (this.#closed) return
        if (!isDue(key)) continue
        await render(key).catch(() => {})
        await whenIdle()
      }
    }
    if (!this.#closed) onDone()
  }
}
