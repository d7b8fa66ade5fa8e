import type { Problem } from 'halvi-leads/contract'

/** An error that becomes a response. */
export class ProblemError extends Error {
  override name = 'ProblemError'

  /** @param status HTTP's, from 400 on */
  constructor(
    readonly status: number,
    message: string,
    readonly rest: Omit<Problem, 'error'> = {},
    /** Seconds after which another try makes sense. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** Returns what was found. @throws ProblemError 404 for nothing */
export function found<Found>(result: Found | undefined | false, message: string): Found {
  if (result === undefined || result === false) throw new ProblemError(404, message)
  return result
}

/** Returns the problem of one value of a request. */
export function wrongValue(
  path: string,
  message: string,
  explanation: string = message,
): ProblemError {
  return new ProblemError(400, message, { issues: [{ path, message: explanation }] })
}
