import type { Dataset } from '../../dataset/dataset.ts'
import { isRecord } from '../../dataset/values.ts'
import type { Mutation } from '../../document.ts'
import { httpError } from '../../errors.ts'
import { readJson } from '../body.ts'
import { sendJson } from '../respond.ts'
import type { Route } from '../router.ts'

const BODY_LIMIT = 4 * 1024 * 1024

/**
 * `data/mutate`: https://www.sanity.io/docs/http-reference/mutation. Writes are
 * visible to queries when the answer comes, whatever `visibility` asks for.
 */
export function mutateRoute(dataset: Dataset, name: string): Route {
  return {
    methods: ['POST'],
    path: `data/mutate/${name}`,
    async handle({ request, response, url, user }) {
      const body = await readJson(request, BODY_LIMIT)
      if (!isRecord(body) || !Array.isArray(body.mutations)) {
        throw httpError(400, 'The body must be an object with a list of mutations')
      }
      const fromUrl = url.searchParams.get('transactionId') ?? undefined
      const transactionId = body.transactionId ?? fromUrl
      if (transactionId !== undefined && typeof transactionId !== 'string') {
        throw httpError(400, 'transactionId must be a string')
      }
      const outcome = dataset.transact(body.mutations as Mutation[], {
        ...(transactionId !== undefined && { transactionId }),
        author: user?.id ?? '',
        dryRun: url.searchParams.get('dryRun') === 'true',
      })
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
