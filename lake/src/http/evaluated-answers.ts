import type { Evaluator } from '../evaluation/evaluator.ts'
import type { PastDocumentsTask, QueryTask, TransactionsTask } from '../evaluation/messages.ts'
import type { ApiExchange } from './exchange.ts'
import { sendBytes } from './respond.ts'
import { ResponseSlots } from './response-slots.ts'

/** Tasks whose answer is the body of a response. */
type AnsweringTask = QueryTask | TransactionsTask | PastDocumentsTask

/** Responses whose bodies an evaluator makes. */
export class EvaluatedAnswers {
  readonly #evaluator: Evaluator
  readonly #slots: ResponseSlots
  readonly #clientOf: (exchange: ApiExchange) => string

  constructor(
    evaluator: Evaluator,
    clientOf: (exchange: ApiExchange) => string,
    onRefused: () => void,
  ) {
    this.#evaluator = evaluator
    this.#slots = new ResponseSlots(evaluator.limits, onRefused)
    this.#clientOf = clientOf
  }

  /** Answers with what the task gives. Throws as `ResponseSlots.answer` and `Evaluator.run` do. */
  send(exchange: ApiExchange, task: AnsweringTask, contentType: string): Promise<void> {
    const client = this.#clientOf(exchange)
    return this.#slots.answer(
      client,
      exchange.response,
      (signal) => this.#evaluator.run(client, task, signal) as Promise<Uint8Array>,
      (bytes) => sendBytes(exchange.response, 200, contentType, bytes),
    )
  }
}
