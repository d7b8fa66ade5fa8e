import { type Clock, iso } from '../clock.ts'
import type { DeliveryState, StoredLead } from '../store/stored-lead.ts'
import type { Outcome } from './endpoint.ts'

/** Seconds between tries, the first of which follows the submission at once: Standard Webhooks' schedule, three days. */
export const standardSchedule: readonly number[] = [
  ...[5, 5 * 60, 30 * 60],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600),
]

/** A day at most, whatever an endpoint asks for, in seconds. */
const longestWait = 24 * 3600

/** No retry is planned further away than this, in seconds. */
export const longestDelay = longestWait * 1.1

/**
 * Returns the seconds until a lead is tried again after `attempts` failed tries, with up to a tenth of jitter; undefined
 * when the schedule is over. `retryAfter`: the endpoint's own wish, in seconds.
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

/** Returns what a try changes about a lead. Only a `scheduled` try that failed moves the lead on in the schedule. */
export function nextDeliveryState(
  lead: StoredLead,
  outcome: Outcome,
  { scheduled, schedule, clock }: { scheduled: boolean; schedule: readonly number[]; clock: Clock },
): DeliveryState {
  const attempts = lead.attempts + 1
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
