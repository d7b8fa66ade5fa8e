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

/**
 * Whether an error says that content can't be read just now. By its name, since the pages and the
 * server are built apart, each with a class of its own.
 */
export function isContentAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'ContentError' && 'isAway' in error
    ? error.isAway === true
    : false
}
