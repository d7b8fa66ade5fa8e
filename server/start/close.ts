import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { shutdownLimits } from '../limits.ts'
import { withTimeout } from '../timeout.ts'

/** How a process ends: first it stops serving, then it closes all that it has opened. */
export class Shutdown {
  /** Whether the process has announced its end. */
  hasBegun = false
  /** Takes no more requests, and resolves when those under way have ended. */
  stopServing: (gracePeriodMs: number) => Promise<void> = async () => {}
  readonly #closers: (() => Promise<void> | void)[] = []
  readonly #log: Logger
  #closing: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** Has something closed that was opened after everything that was added before. */
  onClose(closer: () => Promise<void> | void): void {
    this.#closers.push(closer)
  }

  /** Announces the end, and resolves when proxies have had time to hear of it. */
  async drain(drainMs: number): Promise<void> {
    this.hasBegun = true
    await sleep(drainMs)
  }

  /** Stops serving and closes everything. Called again it is the same end. */
  close(gracePeriodMs: number = shutdownLimits.gracePeriodMs): Promise<void> {
    this.#closing ??= this.stopServing(gracePeriodMs).then(() => this.#closeAll())
    return this.#closing
  }

  /** Closes the newest first. One that fails or takes too long must not keep the others open. */
  async #closeAll(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) {
      try {
        await withTimeout(closer(), shutdownLimits.closeMs)
      } catch (err) {
        this.#log.error({ err }, 'something did not close')
      }
    }
  }
}

/** Resolves when the last request has ended; after `gracePeriodMs` milliseconds `cutOff` ends the rest. */
export async function closeServer(
  server: Server,
  gracePeriodMs: number,
  cutOff: () => void,
): Promise<void> {
  // A connection that is kept alive would bring one request after another.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const cut = setTimeout(cutOff, gracePeriodMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(cut)
}
