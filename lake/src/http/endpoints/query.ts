import type { IncomingMessage } from 'node:http'
import type { Dataset } from '../../dataset/dataset.ts'
import { checkValue, isRecord } from '../../dataset/values.ts'
import { httpError } from '../../errors.ts'
import { TIGHT_LIMITS, WIDE_LIMITS } from '../../groq/limits.ts'
import { unauthorized } from '../access.ts'
import { readJson } from '../body.ts'
import type { ApiExchange } from '../exchange.ts'
import { paramsOf } from '../params.ts'
import { sendJson } from '../respond.ts'
import type { Route } from '../router.ts'
import { Turns } from '../turns.ts'
import { perspectiveOf } from '../version.ts'

const BODY_LIMIT = 4 * 1024 * 1024
const ANONYMOUS_BODY_LIMIT = 128 * 1024
const ANONYMOUS_QUERY_LENGTH = 16_000

/** `data/query`: https://www.sanity.io/docs/http-reference/query. Anonymous requests see public documents alone. */
export function queryRoute(
  dataset: Dataset,
  name: string,
  askerOf: (request: IncomingMessage) => string,
): Route {
  const turns = new Turns()
  return {
    methods: ['GET', 'POST'],
    path: `data/query/${name}`,
    anonymous: true,
    async handle(exchange) {
      const { user, url, request, response } = exchange
      const { query, params } = await input(exchange)
      const asked = perspectiveOf(exchange)
      if (!user && asked !== 'published') throw unauthorized()
      if (!user && query.length > ANONYMOUS_QUERY_LENGTH) {
        throw httpError(400, `The query is longer than ${ANONYMOUS_QUERY_LENGTH} characters`)
      }
      const evaluate = () =>
        dataset.query(query, params, {
          perspective: user ? asked : 'public',
          identity: user?.id ?? '',
          limits: user ? WIDE_LIMITS : TIGHT_LIMITS,
          sourceMap: Boolean(user) && wantsSourceMap(url.searchParams),
        })
      const isWanted = () => !response.destroyed
      const answer = user ? evaluate() : await turns.run(askerOf(request), isWanted, evaluate)
      const withQuery = url.searchParams.get('returnQuery') !== 'false'
      sendJson(response, 200, { ...(withQuery && { query }), ...answer })
    },
  }
}

/** Paths in a map always name items by their keys, which Sanity does for `withKeyArraySelector` alone. */
function wantsSourceMap(search: URLSearchParams): boolean {
  return ['true', 'withKeyArraySelector'].includes(search.get('resultSourceMap') ?? '')
}

async function input({ request, url, user }: ApiExchange) {
  if (request.method !== 'POST') {
    const query = url.searchParams.get('query')
    if (!query) throw httpError(400, 'The query is missing')
    return { query, params: paramsOf(url.searchParams) }
  }
  const body = await readJson(request, user ? BODY_LIMIT : ANONYMOUS_BODY_LIMIT)
  if (!isRecord(body) || typeof body.query !== 'string' || body.query === '') {
    throw httpError(400, 'The query is missing')
  }
  const { query, params = {} } = body
  if (!isRecord(params)) throw httpError(400, 'params must be an object')
  checkValue(params)
  return { query, params }
}
