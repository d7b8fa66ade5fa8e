import { STATUS_CODES } from 'node:http'

/**
 * An answer other than success, in the shape that Sanity's API gives it and
 * `@sanity/client` reads (its `ClientError` takes message and details from it).
 *
 * `type` is one of Sanity's error types (`queryParseError`, `mutationError`,
 * `documentAlreadyExistsError`, …) or `httpError` for what concerns the request
 * rather than its content. `details` are further fields of the error object.
 */
export class LakeError extends Error {
  readonly statusCode: number
  readonly type: string
  readonly details: Record<string, unknown>

  constructor(
    statusCode: number,
    type: string,
    description: string,
    details: Record<string, unknown> = {},
  ) {
    super(description)
    this.name = 'LakeError'
    this.statusCode = statusCode
    this.type = type
    this.details = details
  }

  /** The JSON body: `{statusCode, error, message}` for an `httpError`, else `{statusCode, error: {type, description, …}}`. */
  body(): Record<string, unknown> {
    if (this.type === 'httpError') {
      return {
        statusCode: this.statusCode,
        error: STATUS_CODES[this.statusCode] ?? 'Error',
        message: this.message,
        ...this.details,
      }
    }
    return {
      statusCode: this.statusCode,
      error: { type: this.type, description: this.message, ...this.details },
    }
  }
}

/** A `LakeError` of type `httpError`: the request itself is at fault. */
export function httpError(statusCode: number, message: string): LakeError {
  return new LakeError(statusCode, 'httpError', message)
}

/** Another process holds the directory. The message is one line, fit for a person. */
export class LakeInUseError extends Error {
  constructor(directory: string) {
    super(`The content lake in ${directory} is in use by another process: stop that first`)
    this.name = 'LakeInUseError'
  }
}

/** A `LakeError` 429 or 503 that says when it is worth another try: more was asked for than a limit allows. */
export class RefusedError extends LakeError {
  readonly retryAfterSeconds: number

  constructor(statusCode: 429 | 503, message: string, retryAfterSeconds: number) {
    super(statusCode, 'httpError', message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
