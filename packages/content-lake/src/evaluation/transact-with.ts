import type { Dataset } from '../dataset/dataset.ts'
import type { TransactOptions } from '../dataset/options.ts'
import type { Mutation } from '../documents/document.ts'
import { idForNewDocument, newTransactionId } from '../documents/ids.ts'
import { isRecord } from '../documents/values.ts'
import { httpError, RetryLaterError } from '../errors/errors.ts'
import { requestLimits } from '../limits/limits.ts'
import type { EvaluatorClient, TaskRunner } from './evaluator.ts'

/** Maximum number of attempts when other transactions are committed in between. */
const ATTEMPTS = 10

/**
 * Applies mutations as `Dataset.transact` does, but evaluates their queries in the evaluation process. Retries if
 * another transaction is committed while the queries are evaluated, because they may select other documents then.
 *
 * @param check called after each evaluation; an error that it throws cancels the transaction
 * @throws LakeError as `Dataset.transact` and the evaluator do; RetryLaterError 503 after too many attempts
 */
export async function transactWith(
  evaluator: TaskRunner,
  client: EvaluatorClient,
  dataset: Dataset,
  given: readonly Mutation[],
  options: TransactOptions,
  check: () => void = () => {},
): Promise<ReturnType<Dataset['transact']>> {
  if (!given.some(hasQuery)) return dataset.transact(given, options)
  const { transactionId = newTransactionId() } = options
  const mutations = given.map(withId)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const task = { task: 'select', mutations, transactionId } as const
    const { seq, selected } = await evaluator.run(client, task)
    if (selected.flat().length > requestLimits.maxSteps) {
      throw httpError(413, `The queries select more than ${requestLimits.maxSteps} documents`)
    }
    check()
    if (seq === dataset.seq)
      return dataset.transact(mutations, { ...options, transactionId, selected })
  }
  throw new RetryLaterError(
    503,
    'Other transactions keep changing the documents. Please try again',
    1,
  )
}

function hasQuery(mutation: unknown): boolean {
  if (!isRecord(mutation)) return false
  return [mutation.patch, mutation.delete].some(
    (selection) => isRecord(selection) && typeof selection.query === 'string',
  )
}

/** Returns the mutation with a generated document id if it has none, so that every attempt uses the same id. */
function withId(mutation: Mutation): Mutation {
  if (!isRecord(mutation)) return mutation
  const entries = Object.entries(mutation as Record<string, unknown>).map(([kind, argument]) => {
    const isNew = kind.startsWith('create') && isRecord(argument)
    const id = isNew ? argument._id : 'unused'
    const needsId =
      id === undefined || id === null || id === '' || /^[\w.-]{0,90}\.$/.test(String(id))
    return [kind, isNew && needsId ? { ...argument, _id: idForNewDocument(id) } : argument]
  })
  return Object.fromEntries(entries) as unknown as Mutation
}
