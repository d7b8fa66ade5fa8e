import type { Outcome, Send } from './outcome.ts'

/** Number of consecutive failures that open the circuit. */
const maxFailures = 5

/**
 * Seconds for which the circuit stays open: after the first failures, and at most. Each failed probe doubles them.
 */
const firstPause = 5
const maxPause = 60

/** Maximum time that the circuit stays open because the receiver sent Retry-After, in seconds. */
const maxRetryAfter = 3600

/**
 * Wraps `send` in a circuit breaker. It stops sending after 5 consecutive failures, or when the receiver sends
 * Retry-After. After a pause it sends one item as a probe; if that succeeds, the circuit closes.
 *
 * @param now returns milliseconds and never decreases
 */
export function createCircuit<Item>(send: Send<Item>, now = () => performance.now()) {
  let consecutiveFailures = 0
  /** Undefined while the circuit is closed. */
  let open: { until: number; pause: number; probed: boolean } | undefined

  /** Returns whether items may be sent: all (`closed`), one to probe the receiver (`probing`), or none (`open`). */
  const state = (): 'closed' | 'probing' | 'open' => {
    if (!open) return 'closed'
    return now() < open.until || open.probed ? 'open' : 'probing'
  }

  function trip(outcome: Outcome) {
    const requested = outcome.accepted ? 0 : Math.min(outcome.retryAfter ?? 0, maxRetryAfter)
    const pause = open ? Math.min(open.pause * 2, maxPause) : firstPause
    open = { until: now() + Math.max(requested, pause) * 1000, pause, probed: false }
  }

  return {
    state,
    /** Sends an item, or resolves to undefined immediately while the circuit is open. */
    async send(item: Item): Promise<Outcome | undefined> {
      const entered = state()
      if (entered === 'open') return undefined
      if (entered === 'probing' && open) open.probed = true
      const outcome = await send(item)
      if (outcome.accepted || outcome.onlyThis) {
        consecutiveFailures = 0
        open = undefined
      } else {
        consecutiveFailures++
        const hasRetryAfter = outcome.retryAfter !== undefined
        // Requests that were in progress when the circuit opened do not extend the pause.
        const first = !open && (hasRetryAfter || consecutiveFailures >= maxFailures)
        if (first || entered === 'probing') trip(outcome)
      }
      return outcome
    },
  }
}
