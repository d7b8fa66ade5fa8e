/**
 * Seconds between tries, the first of which follows the submission at once: Standard Webhooks'
 * schedule, three days in all.
 */
export const standardSchedule = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const

/** A day at most, whatever an endpoint asks for, in seconds. */
const longestWait = 24 * 3600

/** No retry is planned further away than this, in seconds. */
export const longestDelay = longestWait * 1.1

/**
 * When a lead is tried again after `attempts` failed tries, in seconds from now; undefined when the
 * schedule is over. Up to a tenth is added or taken at random, so that leads which failed together
 * don't come back together. `retryAfter` is what the endpoint asked for, in seconds.
 */
export function delayAfter(
  attempts: number,
  schedule: readonly number[],
  retryAfter = 0,
): number | undefined {
  const delay = schedule[attempts - 1]
  if (delay === undefined) return undefined
  return Math.max(delay * (0.9 + Math.random() * 0.2), Math.min(retryAfter, longestWait))
}
