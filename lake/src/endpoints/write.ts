import type { Action } from '../actions/apply-action.ts'
import { mutationWithArrayKeys } from '../actions/array-keys.ts'
import type { Assets } from '../assets/index.ts'
import type { Dataset } from '../dataset/dataset.ts'
import type { Mutation } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { httpError, withStepError } from '../errors/errors.ts'
import type { Evaluator } from '../evaluation/evaluator.ts'
import { transactWith } from '../evaluation/transact-with.ts'
import { checkStillCurrent } from '../http/access.ts'
import { readCurrentJson } from '../http/body.ts'
import { type ApiExchange, post, type Route } from '../http/router.ts'
import { requestLimits } from '../limits/limits.ts'

interface WriteOptions {
  dataset: Dataset
  name: string
  assets: Assets
  evaluator: Evaluator
  clientOf: (exchange: ApiExchange) => string
}

/**
 * Returns the routes that write content: `data/mutate`, `data/actions` (used by the Studio), and uploads; see
 * https://www.sanity.io/docs/http-reference. Writes are always visible to queries when the response is sent, for
 * every value of `visibility`.
 */
export function writeRoutes({ dataset, name, assets, evaluator, clientOf }: WriteOptions): Route[] {
  const write = (path: string, handle: Route['handle']) =>
    post(`${path}/${name}`, handle, { needs: 'content' })
  const upload = (kind: 'images' | 'files') =>
    write(`assets/${kind}`, (exchange) =>
      assets.upload(kind, exchange, exchange.user?.id, () =>
        checkStillCurrent(exchange.authContext),
      ),
    )

  async function mutate(exchange: ApiExchange) {
    const q = exchange.url.searchParams
    const { steps, options } = await transactionOf(exchange, 'mutations')
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
      { ...options, dryRun: q.get('dryRun') === 'true' },
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
      const { body, steps, options } = await transactionOf(exchange, 'actions')
      return dataset.act(steps as Action[], { ...options, dryRun: body.dryRun === true })
    }),
    upload('images'),
    upload('files'),
  ]
}

async function transactionOf(exchange: ApiExchange, name: 'mutations' | 'actions') {
  const body = await readCurrentJson(exchange, requestLimits.bodyBytes)
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
  const draftsOnly = !exchange.authContext?.may.publishesContent
  const options = { ...(transactionId !== undefined && { transactionId }), author, draftsOnly }
  return { body, steps: steps as unknown[], options }
}
