import type { QueryParams } from '@sanity/client'

/** A query that could not be answered. Its query and parameters go to the log with it. */
export class ContentError extends Error {
  override name = 'ContentError'
  /** Whether another try may succeed; false where the API refuses the query itself. */
  readonly isAway: boolean
  constructor(
    readonly query: string,
    readonly params: QueryParams,
    cause: unknown,
  ) {
    super('The content API did not answer a query', { cause })
    const { statusCode = 503 } = (cause ?? {}) as { statusCode?: number }
    this.isAway = statusCode >= 500 || statusCode === 408 || statusCode === 429
  }
}

/** Whether content can't be read just now. Compares names, since pages and server are built with a class each. */
export function isContentAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'ContentError' && 'isAway' in error
    ? error.isAway === true
    : false
}

/** How often a query is asked again whose connection was lost. */
const maxRetries = 2

/**
 * Returns the answer to a query. Repeats it where a kept-alive connection was closed at that moment: the client does so
 * for GET alone, and queries of whole pages are sent by POST. @throws ContentError when the API is away or rejects it
 */
export async function answerOf<Answer>(
  query: string,
  params: QueryParams,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let retries = 0; ; retries++) {
    try {
      return await ask()
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
