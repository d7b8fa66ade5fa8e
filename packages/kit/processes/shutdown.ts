import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { withTimeout } from '../timeout.ts'

/** Limits of the shutdown, in milliseconds. */
export const shutdownLimits = {
  /** Requests in progress may finish within this time. */
  gracePeriodMs: 4_000,
  /** Timeout for closing each store after that. Stored data is not affected. */
  closeMs: 2_000,
  /**
   * The process exits after this time in any case, in addition to `DRAIN_SECONDS`. Supervisors kill it after 10 s.
   */
  hardLimitMs: 9_000,
  /** After an uncaught error the state of the process is unreliable, so requests get only one second. */
  gracePeriodAfterErrorMs: 1_000,
  afterErrorMs: 3_000,
} as const

/** The shutdown of the process: stops serving first, then closes everything that was opened. */
export class Shutdown {
  /** Whether the shutdown has been announced. */
  hasBegun = false
  /** Stops accepting requests. Resolves when all requests in progress have finished. */
  stopServing: (gracePeriodMs: number) => Promise<void> = async () => {}
  readonly #closers: (() => Promise<void> | void)[] = []
  #closing: Promise<void> | undefined

  constructor(private readonly log: Logger) {}

  /** Adds a function to call at shutdown. Functions are called in reverse order. */
  onClose(closer: () => Promise<void> | void): void {
    this.#closers.push(closer)
  }

  /** Announces the shutdown, and resolves after proxies have had time to notice. */
  async drain(drainMs: number): Promise<void> {
    this.hasBegun = true
    await sleep(drainMs)
  }

  /** Stops serving and closes everything. Further calls return the same promise. */
  close(gracePeriodMs: number = shutdownLimits.gracePeriodMs): Promise<void> {
    this.#closing ??= this.stopServing(gracePeriodMs).then(() => this.#closeAll())
    return this.#closing
  }

  /** Closes everything, newest first. A failure or timeout does not prevent the others from being closed. */
  async #closeAll(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) {
      try {
        await withTimeout(closer(), shutdownLimits.closeMs)
      } catch (err) {
        this.log.error({ err }, 'closing failed during shutdown')
      }
    }
  }
}

/**
 * Closes a server and resolves when its last request has finished. Calls `closeConnections` after `gracePeriodMs` milliseconds
 * to close the remaining connections.
 */
export async function closeServer(
  server: Server,
  gracePeriodMs: number,
  closeConnections: () => void,
): Promise<void> {
  // Otherwise clients could keep sending requests on keep-alive connections.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const timer = setTimeout(closeConnections, gracePeriodMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(timer)
}
