import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import { httpError, RetryLaterError } from '../errors/errors.ts'
import type { Evaluator } from '../evaluation/evaluator.ts'
import type { PastDocumentsTask, QueryTask, TransactionsTask } from '../evaluation/messages.ts'
import { sendBytes } from './respond.ts'
import type { ApiExchange } from './router.ts'

/**
 * Sends the result of a task. Throws a `RetryLaterError` 429 or 503, a `LakeError` 499 for a closed connection, or as
 * `Evaluator.run` does.
 */
export type SendEvaluated = (
  exchange: ApiExchange,
  task: QueryTask | TransactionsTask | PastDocumentsTask,
  contentType: string,
) => Promise<void>

/**
 * Returns a function that runs a task and sends its result. A client occupies a slot until it has read the response,
 * which limits the memory for responses.
 */
export function evaluatedResponses(
  evaluator: Evaluator,
  clientOf: (exchange: ApiExchange) => string,
  onRefused: () => void,
): SendEvaluated {
  const { responses, responsesPerClient, waiting, waitingPerClient } = evaluator.limits
  const limits = { parallel: responses, parallelPerClient: responsesPerClient, waiting }
  const queue = new FairQueue({ ...limits, waitingPerClient })
  return async (exchange, task, contentType) => {
    const { response } = exchange
    const client = clientOf(exchange)
    const disconnected = new AbortController()
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        disconnected.abort(httpError(499, 'The client closed the connection'))
        resolve()
      })
      response.once('finish', resolve)
    })
    const respond = async () => {
      const bytes = (await evaluator.run(client, task, disconnected.signal)) as Uint8Array
      sendBytes(response, 200, contentType, bytes)
      await closed
    }
    try {
      await queue.run(client, respond, disconnected.signal)
    } catch (error) {
      if (error instanceof RetryLaterError) onRefused()
      if (!(error instanceof QueueFullError)) throw error
      onRefused()
      const ofClient = error.scope === 'client'
      throw new RetryLaterError(
        ofClient ? 429 : 503,
        'Too many queries at the same time',
        ofClient ? 1 : 5,
      )
    }
  }
}
