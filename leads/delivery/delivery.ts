import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Clock, iso } from '../clock.ts'
import type { LeadObserver } from '../observer.ts'
import type { LeadStore } from '../store/store.ts'
import type { DeliveryState, Lease, StoredLead } from '../store/stored-lead.ts'
import { createCircuit } from './circuit.ts'
import { createEndpoint, type EndpointOptions } from './endpoint.ts'
import { nextDeliveryState, standardSchedule } from './schedule.ts'

/** When leads are sent, and how long that may take. */
export interface DeliveryOptions {
  /** How long the endpoint may take to answer, in milliseconds. */
  timeoutMs: number
  /** Seconds between tries. */
  schedule: readonly number[]
  /** How often the store is asked for leads that are due, in milliseconds. */
  pollMs: number
}

const standard: DeliveryOptions = { timeoutMs: 10_000, schedule: standardSchedule, pollMs: 1_000 }

/** The maximum number of leads that are sent at once in the background. */
const batch = 8

/** Starts to send what is due in the store, and goes on until closed. */
export function createDelivery(
  store: LeadStore,
  clock: Clock,
  endpoint: EndpointOptions,
  options: Partial<DeliveryOptions>,
  { log, observer }: { log: Logger; observer?: LeadObserver },
) {
  const { timeoutMs, schedule, pollMs } = { ...standard, ...options }
  const circuit = createCircuit(createEndpoint(endpoint, timeoutMs))
  const owner = randomUUID()
  const underWay = new Set<Promise<unknown>>()
  /** Leads whose try has ended, accepted or not, but could not be written down yet. */
  const unwritten = new Map<string, boolean>()
  const closing = new AbortController()

  /** The right to send a lead, for long enough to try once. */
  const lease = (): Lease => ({ owner, until: clock.monotonic() + 3 * timeoutMs })

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  /** A `scheduled` try counts; one that a visitor's repetition caused leaves the schedule alone. */
  async function attempt(lead: StoredLead, scheduled: boolean): Promise<boolean> {
    const known = unwritten.get(lead.id)
    if (known !== undefined) return known
    // A process that was held up since it took the lease may no longer be alone with it.
    const late = (lead.lease_until ?? '') <= iso(clock.monotonic() + timeoutMs)
    const start = performance.now()
    const outcome = late ? undefined : await circuit.send(lead)
    if (outcome) observer?.tried(lead.form, outcome.accepted, (performance.now() - start) / 1000)
    const next = outcome
      ? nextDeliveryState(lead, outcome, { scheduled, schedule, clock })
      : { last_error: late ? 'not tried: too late' : 'not tried: the endpoint is failing' }
    const accepted = outcome?.accepted ?? false
    log.info({ lead: lead.id, form: lead.form, outcome, state: next.state }, 'delivery')
    await writeDown(lead, next, accepted)
    return accepted
  }

  /**
   * Resolves after the first try, so that a visitor does not wait for an unreachable database; goes on until it succeeds.
   * If this process ends before, the lead is sent again, under the same key, once the lease has expired.
   */
  async function writeDown(lead: StoredLead, next: DeliveryState, accepted: boolean) {
    const write = () =>
      store.setDeliveryState(lead.id, owner, next).then(
        () => true,
        (error) => {
          log.error({ err: error, lead: lead.id }, 'delivery not written down')
          return false
        },
      )
    if (await write()) return
    unwritten.set(lead.id, accepted)
    track(
      (async () => {
        do await pause(pollMs)
        while (!(await write()) && !closing.signal.aborted)
        unwritten.delete(lead.id)
      })(),
    )
  }

  async function sendDue() {
    const limits = { closed: batch, probing: 1, open: 0 }
    for (;;) {
      const limit = limits[circuit.state()]
      if (limit === 0 || closing.signal.aborted) return
      const claimed = await store.claimDue(lease(), limit)
      await Promise.all(claimed.map((lead) => track(attempt(lead, true))))
      if (claimed.length < limit) return
    }
  }

  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  const background = (async () => {
    while (!closing.signal.aborted) {
      await sendDue().catch((error) => log.error({ err: error }, 'background delivery'))
      await pause(pollMs)
    }
  })()

  return {
    lease,

    /** Sends a lead on which we hold the lease. Resolves to whether the endpoint accepted it. */
    first: (lead: StoredLead) => track(attempt(lead, true)),

    /**
     * Sends a lead again because a visitor did; when it is being sent already, waits for how that ends.
     * Resolves to whether the endpoint has accepted it, or will be sent it once the circuit closes.
     */
    async repeat(lead: StoredLead): Promise<boolean> {
      const known = unwritten.get(lead.id)
      if (known !== undefined) return known
      // The visitor has seen one failure. The lead is stored, and sent once the endpoint recovers.
      if (lead.state === 'pending' && circuit.state() === 'open') return true
      const claimed = await store.claim(lead.id, lease())
      if (claimed) return track(attempt(claimed, false))
      for (let waited = 0; waited < timeoutMs; waited += pollIntervalMs) {
        const { state, lease_until } = (await store.find(lead.id)) ?? lead
        if (state === 'delivered') return true
        if (!lease_until || lease_until <= iso(clock.monotonic())) return false
        await sleep(pollIntervalMs)
      }
      return false
    },

    /** Begins no further try and resolves when those under way have ended. */
    async close(): Promise<void> {
      closing.abort()
      await background
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/** How often a repeated submission looks whether the first has been delivered, in milliseconds. */
const pollIntervalMs = 100
