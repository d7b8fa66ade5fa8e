import { type Clock, iso } from '../clock.ts'
import type { Outcome } from './outcome.ts'

/**
 * Seconds between attempts: the schedule of Standard Webhooks, three days. The first attempt follows the submission
 * immediately.
 */
export const standardSchedule: readonly number[] = [
  ...[5, 5 * 60, 30 * 60],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600),
]

/** Maximum wait that a receiver's Retry-After can cause, in seconds: a day. */
const maxRetryAfter = 24 * 3600

/** Maximum delay until a retry, in seconds. */
export const maxDelay = maxRetryAfter * 1.1

/**
 * Returns the seconds until the next attempt after `attempts` failed ones, with up to 10% of jitter. Returns
 * undefined at the end of the schedule.
 *
 * @param retryAfter seconds that the receiver asked to wait
 */
export function delayAfter(
  attempts: number,
  schedule: readonly number[],
  retryAfter = 0,
): number | undefined {
  const delay = schedule[attempts - 1]
  if (delay === undefined) return undefined
  return Math.max(delay * (0.9 + Math.random() * 0.2), Math.min(retryAfter, maxRetryAfter))
}

/** The columns of a sent item that an attempt changes. */
export type SendState<State extends string = string> = Partial<{
  state: State | 'pending' | 'delivered' | 'exhausted'
  attempts: number
  next_attempt_at: string | null
  last_error: string | null
  delivered_at: string | null
}>

/**
 * Returns the changes to an item after an attempt. Only a failed `scheduled` attempt moves the item on in the
 * schedule.
 */
export function nextSendState(
  item: { attempts: number },
  outcome: Outcome,
  { scheduled, schedule, clock }: { scheduled: boolean; schedule: readonly number[]; clock: Clock },
): SendState<never> {
  const attempts = item.attempts + 1
  const next_attempt_at = null
  if (outcome.accepted) {
    const delivered_at = iso(clock.wall())
    return { state: 'delivered', attempts, next_attempt_at, last_error: null, delivered_at }
  }
  const last_error = outcome.error
  if (!scheduled && !outcome.final) return { last_error }
  const delay = outcome.final ? undefined : delayAfter(attempts, schedule, outcome.retryAfter)
  if (delay === undefined) return { state: 'exhausted', attempts, next_attempt_at, last_error }
  return {
    state: 'pending',
    attempts,
    next_attempt_at: iso(clock.monotonic() + delay * 1000),
    last_error,
  }
}
