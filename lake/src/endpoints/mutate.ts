import { mutationWithArrayKeys } from '../actions/array-keys.ts'
import type { Dataset } from '../dataset/dataset.ts'
import type { Mutation } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import type { Evaluator } from '../evaluation/evaluator.ts'
import { transactWith } from '../evaluation/transact-with.ts'
import { readJson } from '../http/body.ts'
import type { ApiExchange } from '../http/exchange.ts'
import { checkStillCurrent } from '../http/permissions.ts'
import { sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import { requestLimits } from '../limits/limits.ts'
import { itemised } from '../transactions/failure.ts'

/**
 * `data/mutate`: https://www.sanity.io/docs/http-reference/mutation. Writes are
 * visible to queries when the answer comes, whatever `visibility` asks for.
 */
export function mutateRoute(
  dataset: Dataset,
  name: string,
  evaluator: Evaluator,
  clientOf: (exchange: ApiExchange) => string,
): Route {
  return {
    methods: ['POST'],
    path: `data/mutate/${name}`,
    needs: 'content',
    async handle(exchange) {
      const { request, response, url, user, authContext } = exchange
      const body = await readJson(request, requestLimits.bodyBytes)
      checkStillCurrent(authContext)
      if (!isRecord(body) || !Array.isArray(body.mutations)) {
        throw httpError(400, 'The body must be an object with a list of mutations')
      }
      if (body.mutations.length > requestLimits.steps) {
        throw httpError(413, `More than ${requestLimits.steps} mutations at once`)
      }
      const fromUrl = url.searchParams.get('transactionId') ?? undefined
      const transactionId = body.transactionId ?? fromUrl
      if (transactionId !== undefined && typeof transactionId !== 'string') {
        throw httpError(400, 'transactionId must be a string')
      }
      const given = body.mutations as Mutation[]
      // Here rather than where they are applied: what a query selects is tried with the same keys.
      const mutations =
        url.searchParams.get('autoGenerateArrayKeys') === 'true'
          ? given.map((mutation, index) =>
              itemised('mutation', index, () => mutationWithArrayKeys(mutation)),
            )
          : given
      const options = {
        ...(transactionId !== undefined && { transactionId }),
        author: user?.id ?? '',
        dryRun: url.searchParams.get('dryRun') === 'true',
      }
      const client = clientOf(exchange)
      const outcome = await transactWith(evaluator, client, dataset, mutations, options, () =>
        checkStillCurrent(authContext),
      )
      const withDocuments = url.searchParams.get('returnDocuments') === 'true'
      const results = outcome.results.map(({ id, operation, document }) => ({
        id,
        operation,
        ...(withDocuments && document && { document }),
      }))
      sendJson(response, 200, { transactionId: outcome.transactionId, results })
    },
  }
}
