import { Slots } from 'halvi-kit/slots'
import { httpError } from '../errors/errors.ts'
import type { EvaluatorClient, TaskRunner } from '../evaluation/evaluator.ts'
import type {
  EventsTask,
  PastDocumentsTask,
  QueryTask,
  TransactionsTask,
} from '../evaluation/messages.ts'
import { responseLimits } from '../limits/limits.ts'
import { holdSlot, onceClosed, sendBytes } from './respond.ts'
import type { ApiExchange } from './router.ts'

/**
 * Sends the result of a task. Throws a `LimitReachedError`, a `LakeError` 499 for a closed connection, or as
 * `TaskRunner.run` does.
 */
export type SendEvaluated = (
  exchange: ApiExchange,
  task: QueryTask | TransactionsTask | PastDocumentsTask | EventsTask,
  contentType: string,
) => Promise<void>

/**
 * Returns a function that runs a task and sends its result. A client occupies a slot until it has read the response,
 * which limits the memory for responses.
 */
export function evaluatedResponses(
  evaluator: TaskRunner,
  clientOf: (exchange: ApiExchange) => EvaluatorClient,
): SendEvaluated {
  const anonymous = new Slots('queries', responseLimits.anonymous)
  const authenticated = new Slots('queries', responseLimits.authenticated)
  return async (exchange, task, contentType) => {
    const { response } = exchange
    const client = clientOf(exchange)
    holdSlot(response, client.isAnonymous ? anonymous : authenticated, client.name)
    const disconnected = new AbortController()
    onceClosed(response, () =>
      disconnected.abort(httpError(499, 'The client closed the connection')),
    )
    const bytes = (await evaluator.run(client, task, disconnected.signal)) as Uint8Array
    sendBytes(response, 200, contentType, bytes)
  }
}
