import type { Action } from '../actions/apply-action.ts'
import { mutationWithArrayKeys } from '../actions/array-keys.ts'
import type { Assets } from '../assets/index.ts'
import type { Dataset } from '../dataset/dataset.ts'
import type { Mutation } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { httpError, withStepError } from '../errors/errors.ts'
import type { EvaluatorClient, TaskRunner } from '../evaluation/evaluator.ts'
import { transactWith } from '../evaluation/transact-with.ts'
import { checkStillCurrent } from '../http/access.ts'
import { readCurrentJson } from '../http/body.ts'
import { type ApiExchange, post, type Route } from '../http/router.ts'
import { requestLimits } from '../limits/limits.ts'

interface WriteOptions {
  dataset: Dataset
  name: string
  evaluator: TaskRunner
  clientOf: (exchange: ApiExchange) => EvaluatorClient
  /** Maximum bytes of a request. */
  bodyBytes?: number
  /** Whether documents other than drafts are public, so that writing them requires permission to publish. */
  isContent?: boolean
}

/**
 * Returns the routes that write documents: `data/mutate` and `data/actions` (used by the Studio); see
 * https://www.sanity.io/docs/http-reference. Writes are always visible to queries when the response is sent, for
 * every value of `visibility`.
 */
export function writeRoutes(options: WriteOptions): Route[] {
  const { dataset, name, evaluator, clientOf } = options
  const write = (path: string, handle: Route['handle']) =>
    post(`${path}/${name}`, handle, { needs: 'content' })

  async function mutate(exchange: ApiExchange) {
    const q = exchange.url.searchParams
    const { steps, transact } = await transactionOf(exchange, 'mutations', options)
    const given = steps as Mutation[]
    // Generate keys here rather than during the transaction, so that the evaluation of queries uses the same keys.
    const mutations =
      q.get('autoGenerateArrayKeys') === 'true'
        ? given.map((mutation, index) =>
            withStepError('mutation', index, () => mutationWithArrayKeys(mutation)),
          )
        : given
    const outcome = await transactWith(
      evaluator,
      clientOf(exchange),
      dataset,
      mutations,
      { ...transact, dryRun: q.get('dryRun') === 'true' },
      () => checkStillCurrent(exchange.authContext),
    )
    const withDocuments = q.get('returnDocuments') === 'true'
    const results = outcome.results.map(({ id, operation, document }) => ({
      id,
      operation,
      ...(withDocuments && document && { document }),
    }))
    return { transactionId: outcome.transactionId, results }
  }

  return [
    write('data/mutate', mutate),
    write('data/actions', async (exchange) => {
      const { body, steps, transact } = await transactionOf(exchange, 'actions', options)
      return dataset.act(steps as Action[], { ...transact, dryRun: body.dryRun === true })
    }),
  ]
}

/** Returns the routes for uploads. */
export function uploadRoutes(assets: Assets, name: string): Route[] {
  return (['images', 'files'] as const).map((kind) => {
    const handle = (exchange: ApiExchange) =>
      assets.upload(kind, exchange, exchange.user?.id, () =>
        checkStillCurrent(exchange.authContext),
      )
    return post(`assets/${kind}/${name}`, handle, { needs: 'content' })
  })
}

async function transactionOf(
  exchange: ApiExchange,
  name: 'mutations' | 'actions',
  { bodyBytes = requestLimits.bodyBytes, isContent = true }: WriteOptions,
) {
  const body = await readCurrentJson(exchange, bodyBytes)
  const steps = isRecord(body) ? body[name] : undefined
  if (!isRecord(body) || !Array.isArray(steps)) {
    throw httpError(400, `The body must be an object with a list of ${name}`)
  }
  if (steps.length > requestLimits.maxSteps) {
    throw httpError(413, `More than ${requestLimits.maxSteps} ${name} at once`)
  }
  const inUrl = exchange.url.searchParams.get('transactionId') ?? undefined
  const transactionId = body.transactionId ?? inUrl
  if (transactionId !== undefined && typeof transactionId !== 'string') {
    throw httpError(400, 'transactionId must be a string')
  }
  const author = exchange.user?.id ?? ''
  const may = exchange.authContext?.may
  const draftsOnly = isContent && !may?.publishesContent
  const transact = {
    ...(transactionId !== undefined && { transactionId }),
    ...{ author, may, draftsOnly },
  }
  return { body, steps: steps as unknown[], transact }
}
