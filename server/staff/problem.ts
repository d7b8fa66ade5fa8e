import type { Problem } from 'halvi-leads/contract'

/** What is answered in place of what was asked for. */
export class ProblemError extends Error {
  override name = 'ProblemError'

  /** @param status HTTP's, from 400 on */
  constructor(
    readonly status: number,
    message: string,
    readonly rest: Omit<Problem, 'error'> = {},
    /** Seconds after which it may be tried again. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}
