import { STATUS_CODES } from 'node:http'

/** An error response in Sanity's shape. `type` is one of Sanity's, or `httpError`; `details` are further fields. */
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

  /** The JSON body: `{statusCode, error, message}` for an `httpError`, else `{statusCode, error: {type, description, …}}`. */
  body(): Record<string, unknown> {
    const { statusCode, type, message, details } = this
    if (type !== 'httpError') {
      return { statusCode, error: { type, description: message, ...details } }
    }
    return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, ...details }
  }
}

/** A `LakeError` of type `httpError`: the request itself is at fault. */
export function httpError(statusCode: number, message: string): LakeError {
  return new LakeError(statusCode, 'httpError', message)
}

/** A `LakeError` of type `mutationError`, 400 by default: a document or mutation is invalid. */
export function mutationError(
  reason: string,
  details: Record<string, unknown> = {},
  statusCode = 400,
): LakeError {
  return new LakeError(statusCode, 'mutationError', reason.slice(0, 300), details)
}

/** A `LakeError` 409: the document is not there. */
export function documentNotFound(id: string): LakeError {
  const reason = `The document with the ID "${id}" was not found`
  return new LakeError(409, 'documentNotFoundError', reason, { id })
}

/** A `LakeError` 409: a document has this id already. */
export function documentExists(id: string): LakeError {
  const reason = `Document by ID "${id}" already exists`
  return new LakeError(409, 'documentAlreadyExistsError', reason, { id })
}

/** A `LakeError` 409 unless a document has the expected revision. */
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

/** Does a step of a transaction; its `LakeError` becomes the whole transaction's, see `failed`. */
export function itemised<Result>(
  kind: StepKind,
  index: number | undefined,
  work: () => Result,
): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof LakeError ? failed(kind, error, index) : error
  }
}

/** A failed transaction in Sanity's shape: the fault is an item with its place in the list. */
export function failed(kind: StepKind, cause: LakeError, index?: number): LakeError {
  const error = { type: cause.type, description: cause.message, ...cause.details }
  return new LakeError(cause.statusCode, `${kind}Error`, `The ${kind}(s) failed`, {
    items: [{ error, ...(index !== undefined && { index }) }],
  })
}

/** Another process holds the directory. The message is one line, fit for a person. */
export class LakeInUseError extends Error {
  override name = 'LakeInUseError'
  constructor(directory: string) {
    super(`The content lake in ${directory} is in use by another process: stop that first`)
  }
}

/** A `LakeError` 429 or 503 that says when it is worth another try: more was asked for than a limit allows. */
export class RefusedError extends LakeError {
  constructor(
    statusCode: 429 | 503,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(statusCode, 'httpError', message)
  }
}
