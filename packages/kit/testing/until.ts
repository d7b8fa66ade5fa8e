import { vi } from 'vitest'

/**
 * Resolves with the result of a check as soon as it passes, for work in the background that nothing else announces.
 * Rejects with the error of the check after 50 seconds.
 */
export const until = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 50_000, interval: 5 })
