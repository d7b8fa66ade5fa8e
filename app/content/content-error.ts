import type { QueryParams } from '@sanity/client'

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

/**
 * Returns whether an error means that content is unreachable. Compares names, because the build has two copies of the
 * class: one in the pages and one in the server.
 */
export function isContentUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'ContentError' && 'isUnavailable' in error
    ? error.isUnavailable === true
    : false
}

/** Maximum number of retries after a lost connection. */
const maxRetries = 2

/**
 * Runs a query and returns its response. Retries if a keep-alive connection was closed: the client retries only GET,
 * and the queries of whole pages are sent by POST.
 *
 * @throws ContentError when the API is unreachable or rejects the query
 */
export async function queryWithRetries<Result>(
  query: string,
  params: QueryParams,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await run()
    } catch (error) {
      if (retries === maxRetries || !isConnectionLost(error)) {
        throw new ContentError(query, params, error)
      }
    }
  }
}

function isConnectionLost(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ECONNRESET' || code === 'EPIPE'
}
