import type { Logger } from 'pino'
import { quiet } from './quiet.ts'

/** After a start and a publish other work comes first, and often the next publish. */
const delayMs = 5_000

interface Options {
  /** Makes the pictures of these pages, pausing before each, and keeps them. */
  keepReady(pages: readonly Buffer[], pause: () => Promise<void>): Promise<void>
  log: Logger
}

/** Has the pictures of pages made before somebody asks: a while after the pages themselves. */
export class PictureWarming {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes the pages' bodies, which are read when the time has come. */
  start(bodies: Iterable<Buffer>): void {
    clearTimeout(this.#timer)
    const { keepReady, log } = this.#options
    this.#timer = setTimeout(() => {
      keepReady([...bodies], quiet).catch((err) => {
        log.error({ err }, 'pictures could not be made in advance')
      })
    }, delayMs).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
