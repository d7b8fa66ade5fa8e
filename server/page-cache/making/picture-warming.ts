import type { Logger } from 'pino'
import { whenIdle } from '../event-loop.ts'

/** After a start and a publish other work comes first, and often the next publish. */
const delayMs = 5_000

interface Options {
  /** Makes the pictures of these pages, pausing before each, and keeps them; no further one once `signal` is aborted. */
  keepReady(
    pages: readonly Buffer[],
    pause: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  log: Logger
}

/** Has the pictures of pages made before somebody asks: a while after the pages themselves. */
export class PictureWarming {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #current = new AbortController()

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes the pages' bodies, which are read when the time has come; the ones before are given up. */
  start(bodies: Iterable<Buffer>): void {
    this.close()
    const { keepReady, log } = this.#options
    const { signal } = this.#current
    this.#timer = setTimeout(() => {
      keepReady([...bodies], whenIdle, signal).catch((err) => {
        // What is under way ends with the program that makes it.
        if (signal.aborted) return
        log.error({ err }, 'pictures could not be made in advance')
      })
    }, delayMs).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#current.abort()
    this.#current = new AbortController()
  }
}
