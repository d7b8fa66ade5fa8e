import type { Problem } from 'halvi-leads/contract'

/** An error that is sent to the client as a response. */
export class ProblemError extends Error {
  override name = 'ProblemError'

  /** @param status the HTTP status, 400 or higher */
  constructor(
    readonly status: number,
    message: string,
    readonly rest: Omit<Problem, 'error'> = {},
  ) {
    super(message)
  }
}

/**
 * Returns `result` if it exists.
 *
 * @throws ProblemError 404 if the result is undefined or false
 */
export function found<Found>(result: Found | undefined | false, message: string): Found {
  if (result === undefined || result === false) throw new ProblemError(404, message)
  return result
}

/** Returns the error for one invalid value of a request. */
export function invalidValue(
  path: string,
  message: string,
  explanation: string = message,
): ProblemError {
  return new ProblemError(400, message, { issues: [{ path, message: explanation }] })
}
