import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { shutdownLimits } from '../limits.ts'

type Closer = () => Promise<void> | void

/** What has been opened, to be closed in the opposite order. */
export class Closers {
  readonly #closers: Closer[] = []
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  add(closer: Closer): void {
    this.#closers.push(closer)
  }

  /** Closes everything that is open; what takes too long or fails is logged and left behind. */
  async closeAll(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) {
      await closeInTime(closer, this.#log)
    }
  }
}

/**
 * Resolves when the last request has ended; after the grace period, in milliseconds, `cutOff` ends the
 * rest.
 */
export async function closeServer(
  server: Server,
  gracePeriodMs: number,
  cutOff: () => void,
): Promise<void> {
  // A connection that is kept alive would bring one request after another.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const cut = setTimeout(cutOff, gracePeriodMs)
  await closed
  clearTimeout(cut)
}

/** One that does not close in time, or not at all, must not keep the others open. */
async function closeInTime(closer: Closer, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn('something is left open')
      resolve()
    }, shutdownLimits.closeMs)
  })
  try {
    await Promise.race([closer(), late])
  } catch (err) {
    log.error({ err }, 'something did not close')
  } finally {
    clearTimeout(timer)
  }
}
