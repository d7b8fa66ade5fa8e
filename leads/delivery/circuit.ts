import type { Outcome, SendLead } from './endpoint.ts'

/** The number of failures in a row that open the circuit. */
const failures = 5

/** How long it stays open, in seconds: at first, doubling with each failed probe, and at most. */
const firstPause = 5
const longestPause = 60

/** The longest that it stays open because the endpoint has asked for time, in seconds. */
const longestAsked = 3600

/** Statuses by which an endpoint that is well finds fault with one lead. */
const aboutTheLead = [400, 409, 413, 415, 422]

/**
 * Stops sending after 5 failures in a row, or when the endpoint asks for time (Retry-After). After a pause one lead is
 * sent; if it succeeds, the circuit closes. `now` is in milliseconds and never decreases.
 */
export function createCircuit(send: SendLead, now = () => performance.now()) {
  let inARow = 0
  /** Undefined while closed. */
  let open: { until: number; pause: number; probed: boolean } | undefined

  /** Whether leads may be sent: all of them (`closed`), one to test the endpoint, or none (`open`). */
  const state = (): 'closed' | 'probing' | 'open' => {
    if (!open) return 'closed'
    return now() < open.until || open.probed ? 'open' : 'probing'
  }

  function trip(outcome: Outcome) {
    const asked = outcome.accepted ? 0 : Math.min(outcome.retryAfter ?? 0, longestAsked)
    const pause = open ? Math.min(open.pause * 2, longestPause) : firstPause
    open = { until: now() + Math.max(asked, pause) * 1000, pause, probed: false }
  }

  return {
    state,
    /** Sends a lead, or resolves to undefined at once while the circuit is open. */
    async send(lead: Parameters<SendLead>[0]): Promise<Outcome | undefined> {
      const entered = state()
      if (entered === 'open') return undefined
      if (entered === 'probing' && open) open.probed = true
      const outcome = await send(lead)
      if (outcome.accepted || aboutTheLead.includes(outcome.status ?? 0)) {
        inARow = 0
        open = undefined
      } else {
        inARow++
        const askedForTime = outcome.retryAfter !== undefined
        // What was on its way when the circuit opened has nothing to add.
        const first = !open && (askedForTime || inARow >= failures)
        if (first || entered === 'probing') trip(outcome)
      }
      return outcome
    },
  }
}
