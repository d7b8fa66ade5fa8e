import { STATUS_CODES } from 'node:http'
import { LimitReachedError } from 'halvi-kit/fair-queue'

/**
 * An error response in Sanity's shape. `type` is one of Sanity's types, or `httpError`. `details` are additional
 * fields.
 */
export class LakeError extends Error {
  override name = 'LakeError'

  constructor(
    readonly statusCode: number,
    readonly type: string,
    description: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(description)
  }

  /**
   * Returns the JSON body: `{statusCode, error, message}` for an `httpError`, otherwise `{statusCode, error: {type,
   * description, …}}`.
   */
  body(): Record<string, unknown> {
    const { statusCode, type, message, details } = this
    if (type !== 'httpError') {
      return { statusCode, error: { type, description: message, ...details } }
    }
    return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, ...details }
  }
}

/**
 * Returns a `LakeError` of type `httpError` for an invalid request. The message has no final period: the Studio adds
 * it.
 */
export function httpError(statusCode: number, message: string): LakeError {
  return new LakeError(statusCode, 'httpError', message)
}

/** Returns a `LakeError` of type `mutationError`, 400 by default, for an invalid document or mutation. */
export function mutationError(
  reason: string,
  details: Record<string, unknown> = {},
  statusCode = 400,
): LakeError {
  return new LakeError(statusCode, 'mutationError', reason.slice(0, 300), details)
}

/** Returns a `LakeError` 403 in Sanity's shape. `why` is a further sentence for the user. */
export function missingPermission(permission: string, why?: string): LakeError {
  const reason = `Insufficient permissions; permission "${permission}" required`
  const description = why === undefined ? reason : `${why} (${reason})`
  return new LakeError(403, 'insufficientPermissionsError', description, { permission })
}

/** Returns a `LakeError` 409 for a missing document. */
export function documentNotFound(id: string): LakeError {
  const reason = `The document with the ID "${id}" was not found`
  return new LakeError(409, 'documentNotFoundError', reason, { id })
}

/** Returns a `LakeError` 409 for an id that already has a document. */
export function documentExists(id: string): LakeError {
  const reason = `Document by ID "${id}" already exists`
  return new LakeError(409, 'documentAlreadyExistsError', reason, { id })
}

/** Throws a `LakeError` 409 unless the document has the expected revision. */
export function checkRevision(
  id: string,
  current: string | undefined,
  expected: unknown,
  where = '',
): void {
  if (expected === undefined || expected === current) return
  const got = `got "${current ?? ''}", expected ${JSON.stringify(expected)}`
  const reason = `Unexpected document revision${where}, ${got}`
  const details = { id, currentRevisionID: current, expectedRevisionID: expected }
  throw new LakeError(409, 'documentRevisionIDDoesNotMatchError', reason, details)
}

export type StepKind = 'mutation' | 'action'

/**
 * Runs one step of a transaction. Turns a `LakeError` into the error of the whole transaction, see
 * `transactionError`.
 */
export function withStepError<Result>(
  kind: StepKind,
  index: number | undefined,
  work: () => Result,
): Result {
  try {
    return work()
  } catch (error) {
    // An error 403 is about the client, not about one step. The Studio looks for its type on the outside.
    const isOfStep = error instanceof LakeError && error.statusCode !== 403
    throw isOfStep ? transactionError(kind, error, index) : error
  }
}

/**
 * Returns the error of a failed transaction in Sanity's shape: the cause is an item with the step's index in the
 * list.
 */
export function transactionError(kind: StepKind, cause: LakeError, index?: number): LakeError {
  const error = { type: cause.type, description: cause.message, ...cause.details }
  return new LakeError(cause.statusCode, `${kind}Error`, `The ${kind}(s) failed`, {
    items: [{ error, ...(index !== undefined && { index }) }],
  })
}

/** Thrown when another process uses the directory. The message is one line for the operator. */
export class LakeInUseError extends Error {
  override name = 'LakeInUseError'
  constructor(directory: string, pid?: number) {
    const owner = pid === undefined ? 'another process' : `process ${pid}`
    super(`The content lake in ${directory} is in use by ${owner}. Stop it, or use another folder`)
  }
}

/**
 * A `LakeError` 429 or 503 for a request beyond a limit. `retryAfterSeconds` becomes the `Retry-After` header, and
 * `onRefused` is called with `limit`.
 */
export class RetryLaterError extends LakeError {
  constructor(
    statusCode: 429 | 503,
    message: string,
    readonly retryAfterSeconds: number,
    readonly limit?: string,
  ) {
    super(statusCode, 'httpError', message)
  }
}

/** Returns the error to send to a client: 429 or 503 for a limit, and a 500 without details for an unknown error. */
export function asLakeError(error: unknown): LakeError {
  if (error instanceof LakeError) return error
  if (!(error instanceof LimitReachedError)) return httpError(500, 'Internal server error')
  const status = error.scope === 'client' ? 429 : 503
  const message = 'Too many requests at the same time. Please try again in a few seconds'
  return new RetryLaterError(status, message, 5, error.limit)
}
