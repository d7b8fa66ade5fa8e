import type { QueryParams, SanityClient, UnfilteredResponseQueryOptions } from '@sanity/client'
import { LRUCache } from 'lru-cache'

/** A failed query. The log line of this error contains the query and its parameters. */
export class ContentError extends Error {
  override name = 'ContentError'
  /** Whether a retry may succeed. False if the API rejects the query itself. */
  readonly isUnavailable: boolean
  constructor(
    readonly query: string,
    readonly params: QueryParams,
    cause: unknown,
  ) {
    super('Content query failed', { cause })
    const { statusCode = 503 } = (cause ?? {}) as { statusCode?: number }
    this.isUnavailable = statusCode >= 500 || statusCode === 408 || statusCode === 429
  }
}

/** Returns whether an error means that content is unreachable. In tests, the pages may have a copy of this class. */
export const isContentUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error as Partial<ContentError>).isUnavailable === true

/** Maximum number of retries after a lost connection. */
const maxRetries = 2

/** The queries that the API has rejected in the last five seconds, such as those that took too long. */
const rejectedQueries = new WeakMap<SanityClient, LRUCache<string, ContentError>>()

/** Forgets that queries were rejected, because the content has changed. */
export const forgetRejected = (client: SanityClient) => rejectedQueries.delete(client)

/**
 * Runs a query and returns its response. Retries if a keep-alive connection was closed: the client retries only GET,
 * and the queries of whole pages are sent by POST. A rejected query is not sent again for five seconds: each attempt
 * may take as much time as hundreds of pages.
 *
 * @throws ContentError when the API is unreachable or rejects the query
 */
export async function queryWithRetries<Result>(
  client: SanityClient,
  query: string,
  params: QueryParams,
  options: Omit<UnfilteredResponseQueryOptions, 'filterResponse' | 'returnQuery'> = {},
) {
  const rejected = rejectedQueries.get(client) ?? new LRUCache({ max: 100, ttl: 5_000 })
  rejectedQueries.set(client, rejected)
  const key = JSON.stringify([query, params, options.perspective])
  const known = rejected.get(key)
  if (known) throw known
  for (let retries = 0; ; retries++) {
    try {
      return await client.fetch<Result>(query, params, {
        ...options,
        filterResponse: false,
        returnQuery: false,
      })
    } catch (cause) {
      if (retries < maxRetries && isConnectionLost(cause)) continue
      const error = new ContentError(query, params, cause)
      if (!error.isUnavailable || isTimeout(cause)) rejected.set(key, error)
      throw error
    }
  }
}

function isTimeout(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).endsWith('TIMEDOUT')
}

function isConnectionLost(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ECONNRESET' || code === 'EPIPE'
}
