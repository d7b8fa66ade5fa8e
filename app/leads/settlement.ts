import { iso } from './clock.ts'
import type { Outcome } from './endpoint.ts'
import { delayAfter } from './schedule.ts'
import type { Settlement, StoredLead } from './store.ts'

/**
 * What a try changes about a lead. A `scheduled` try that failed moves the lead on in the schedule;
 * another leaves it where it is.
 *
 * @param now milliseconds of the store's clock
 */
export function settle(
  lead: StoredLead,
  outcome: Outcome,
  { scheduled, schedule, now }: { scheduled: boolean; schedule: readonly number[]; now: number },
): Settlement {
  const attempts = lead.attempts + 1
  const next_attempt_at = null
  if (outcome.accepted) {
    const delivered_at = iso(now)
    return { state: 'delivered', attempts, next_attempt_at, last_error: null, delivered_at }
  }
  const last_error = outcome.error
  if (!scheduled && !outcome.final) return { last_error }
  const delay = outcome.final ? undefined : delayAfter(attempts, schedule, outcome.retryAfter)
  if (delay === undefined) return { state: 'exhausted', attempts, next_attempt_at, last_error }
  return { state: 'pending', attempts, next_attempt_at: iso(now + delay * 1000), last_error }
}
