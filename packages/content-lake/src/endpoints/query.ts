import type { Dataset } from '../dataset/dataset.ts'
import { checkValue, isRecord } from '../documents/values.ts'
import { httpError, type LakeError } from '../errors/errors.ts'
import { type Openness, unauthorized } from '../http/access.ts'
import { readJson } from '../http/body.ts'
import type { SendEvaluated } from '../http/evaluated-responses.ts'
import { JSON_TYPE } from '../http/respond.ts'
import type { ApiExchange, Route } from '../http/router.ts'
import { paramsOf, perspectiveOf } from '../http/router.ts'
import { publicTasks, readerInProcessMs, requestLimits, staffTasks } from '../limits/limits.ts'

interface QueryOptions {
  dataset: Dataset
  name: string
  send: SendEvaluated
  /** Returns how much anonymous clients may read. Of a public dataset, they have the limits of authenticated ones. */
  openness?: () => Openness
  /** Returns the members and grants of groups, which a Studio queries like documents. */
  groups?: () => object[]
  /** Whether queries run in this process. */
  inProcess?: boolean | undefined
}

/** The query with which a Studio asks for the people whom a comment may mention. */
const GROUPS_QUERY = '*[_type == "system.group"]{members, grants}'

/**
 * Returns the route `data/query`: https://www.sanity.io/docs/http-reference/query. Anonymous clients only see public
 * documents. The embedding server's own queries run immediately in this process: they are fixed. If content makes one
 * slow, it runs in the evaluation process instead.
 */
export function queryRoute(options: QueryOptions): Route {
  const { dataset, name, send, groups } = options
  return {
    methods: ['GET', 'POST'],
    path: `data/query/${name}`,
    anonymous: 'content',
    async handle(exchange) {
      const { user, isReader, url } = exchange
      const isPublic = options.openness?.() === 'public'
      const isTrusted = user !== undefined || isReader || isPublic
      const { query, params } = await input(exchange, isTrusted)
      const requested = perspectiveOf(exchange)
      if (!user && !isPublic && requested !== 'published') throw unauthorized()
      const returnQuery = url.searchParams.get('returnQuery') !== 'false'
      if (user && groups && query === GROUPS_QUERY) return { result: groups(), ms: 0 }
      if (isReader) {
        try {
          const limits = { ...staffTasks, timeoutMs: readerInProcessMs }
          const found = dataset.query(query, params, { perspective: 'public', limits })
          return { ...(returnQuery && { query }), ...found }
        } catch (error) {
          if ((error as LakeError).type !== 'queryTimeoutError') throw error
        }
      }
      const { publicQueryCharacters } = requestLimits
      if (!isTrusted && query.length > publicQueryCharacters) {
        throw httpError(400, `The query is longer than ${publicQueryCharacters} characters`)
      }
      const granted = isTrusted ? staffTasks : publicTasks
      // Nothing else runs while a query of an unknown page runs in this process.
      const isCritical = options.inProcess && !user
      const { timeoutMs } = isCritical ? publicTasks : granted
      const task = {
        task: 'query' as const,
        query,
        params,
        perspective: user ? requested : ('public' as const),
        identity: user?.id ?? '',
        limits: { timeoutMs, responseBytes: granted.responseBytes },
        sourceMap: Boolean(user) && wantsSourceMap(url.searchParams),
        returnQuery,
      }
      return send(exchange, task, JSON_TYPE)
    },
  }
}

/**
 * Returns whether to send a content source map. Paths in the map always identify array items by `_key`, which Sanity
 * does only for `withKeyArraySelector`.
 */
function wantsSourceMap(search: URLSearchParams): boolean {
  return ['true', 'withKeyArraySelector'].includes(search.get('resultSourceMap') ?? '')
}

async function input({ request, url }: ApiExchange, isTrusted: boolean) {
  if (request.method !== 'POST') {
    const query = url.searchParams.get('query')
    if (!query) throw httpError(400, 'The query is missing')
    return { query, params: paramsOf(url.searchParams) }
  }
  const { bodyBytes, publicQueryBytes } = requestLimits
  const body = await readJson(request, isTrusted ? bodyBytes : publicQueryBytes)
  if (!isRecord(body) || typeof body.query !== 'string' || body.query === '') {
    throw httpError(400, 'The query is missing')
  }
  const { query, params = {} } = body
  if (!isRecord(params)) throw httpError(400, 'params must be an object')
  checkValue(params)
  return { query, params }
}
