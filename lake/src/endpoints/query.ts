import type { Dataset } from '../dataset/dataset.ts'
import { checkValue, isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import { unauthorized } from '../http/access.ts'
import { readJson } from '../http/body.ts'
import type { EvaluatedAnswers } from '../http/evaluated-answers.ts'
import type { ApiExchange } from '../http/exchange.ts'
import { paramsOf, perspectiveOf } from '../http/query-parameters.ts'
import { JSON_TYPE, sendJson } from '../http/respond.ts'
import type { Route } from '../http/router.ts'
import { publicEvaluation, requestLimits, staffEvaluation } from '../limits/limits.ts'

/** What evaluates queries, and for whom. */
interface QueryOptions {
  dataset: Dataset
  /** What the dataset is called. */
  name: string
  /** For those who are authenticated. */
  staff: EvaluatedAnswers
  /** For everybody else. */
  strangers: EvaluatedAnswers
}

/**
 * `data/query`: https://www.sanity.io/docs/http-reference/query. Who is not authenticated sees public
 * documents alone. The server's own queries are evaluated at once and in this process: they are
 * known, and no content can make them hang.
 */
export function queryRoute(options: QueryOptions): Route {
  const { dataset, name, staff, strangers } = options
  return {
    methods: ['GET', 'POST'],
    path: `data/query/${name}`,
    anonymous: 'public',
    async handle(exchange) {
      const { user, isReader, url, response } = exchange
      const { query, params } = await input(exchange)
      const asked = perspectiveOf(exchange)
      if (!user && asked !== 'published') throw unauthorized()
      const returnQuery = url.searchParams.get('returnQuery') !== 'false'
      if (isReader) {
        const found = dataset.query(query, params, { perspective: 'public', limits: READER_LIMITS })
        sendJson(response, 200, { ...(returnQuery && { query }), ...found })
        return
      }
      if (!user && query.length > requestLimits.publicQueryCharacters) {
        const reason = `The query is longer than ${requestLimits.publicQueryCharacters} characters`
        throw httpError(400, reason)
      }
      const { milliseconds, answerBytes } = user ? staffEvaluation : publicEvaluation
      const task = {
        task: 'query' as const,
        query,
        params,
        perspective: user ? asked : ('public' as const),
        identity: user?.id ?? '',
        limits: { milliseconds, answerBytes },
        sourceMap: Boolean(user) && wantsSourceMap(url.searchParams),
        returnQuery,
      }
      await (user ? staff : strangers).send(exchange, task, JSON_TYPE)
    },
  }
}

const READER_LIMITS = {
  milliseconds: Number.POSITIVE_INFINITY,
  answerBytes: staffEvaluation.answerBytes,
}

/** Paths in a map always name items by their keys, which Sanity does for `withKeyArraySelector` alone. */
function wantsSourceMap(search: URLSearchParams): boolean {
  return ['true', 'withKeyArraySelector'].includes(search.get('resultSourceMap') ?? '')
}

async function input({ request, url, user, isReader }: ApiExchange) {
  if (request.method !== 'POST') {
    const query = url.searchParams.get('query')
    if (!query) throw httpError(400, 'The query is missing')
    return { query, params: paramsOf(url.searchParams) }
  }
  const { bodyBytes, publicQueryBytes } = requestLimits
  const body = await readJson(request, user || isReader ? bodyBytes : publicQueryBytes)
  if (!isRecord(body) || typeof body.query !== 'string' || body.query === '') {
    throw httpError(400, 'The query is missing')
  }
  const { query, params = {} } = body
  if (!isRecord(params)) throw httpError(400, 'params must be an object')
  checkValue(params)
  return { query, params }
}
