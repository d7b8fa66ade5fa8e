import type { ServerResponse } from 'node:http'
import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import { httpError, RefusedError } from '../errors/errors.ts'
import type { EvaluationLimits } from '../limits/limits.ts'

/**
 * Bounds what answers that nobody takes can tie up: an answer is made when its client has a slot, and
 * holds it until the response has been finished or has gone.
 */
export class ResponseSlots {
  readonly #queue: FairQueue
  readonly #onRefused: () => void

  constructor(limits: EvaluationLimits, onRefused: () => void) {
    this.#queue = new FairQueue({
      parallel: limits.answers,
      parallelOfAClient: limits.answersOfAClient,
      waiting: limits.waiting,
      waitingOfAClient: limits.waitingOfAClient,
    })
    this.#onRefused = onRefused
  }

  /**
   * Makes an answer and sends it. `signal` tells that nobody waits for it any more.
   *
   * @throws RefusedError 429 or 503 when too much waits; LakeError 499 when the client has gone; what
   *   `make` throws
   */
  async answer<Answer>(
    client: string,
    response: ServerResponse,
    make: (signal: AbortSignal) => Promise<Answer>,
    send: (answer: Answer) => void,
  ): Promise<void> {
    const gone = new AbortController()
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        gone.abort(httpError(499, 'The client has gone'))
        resolve()
      })
      response.once('finish', resolve)
    })
    try {
      await this.#queue.run(
        client,
        async () => {
          const answer = await make(gone.signal)
          send(answer)
          await closed
        },
        gone.signal,
      )
    } catch (error) {
      if (error instanceof RefusedError) this.#onRefused()
      if (!(error instanceof QueueFullError)) throw error
      this.#onRefused()
      const ofClient = error.scope === 'client'
      throw new RefusedError(ofClient ? 429 : 503, 'Too many queries at once', ofClient ? 1 : 5)
    }
  }
}
