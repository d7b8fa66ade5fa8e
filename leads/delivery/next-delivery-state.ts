import { type Clock, iso } from '../clock.ts'
import type { DeliveryState, StoredLead } from '../store/stored-lead.ts'
import type { Outcome } from './endpoint.ts'
import { delayAfter } from './schedule.ts'

/**
 * What a try changes about a lead. A `scheduled` try that failed moves the lead on in the schedule;
 * another leaves it where it is.
 */
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
