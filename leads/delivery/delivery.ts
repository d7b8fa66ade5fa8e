import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Clock, iso } from '../clock.ts'
import type { FormDescription } from '../form-description.ts'
import type { LeadObserver } from '../observer.ts'
import type { LeadStore } from '../store/store.ts'
import type { DeliveryState, Lease, StoredLead } from '../store/stored-lead.ts'
import { createCircuit } from './circuit.ts'
import { createEndpoint, type EndpointOptions } from './endpoint.ts'
import { nextDeliveryState, standardSchedule } from './schedule.ts'

/** Timeouts and intervals of lead delivery. */
export interface DeliveryOptions {
  /** Timeout of a request to the endpoint, in milliseconds. */
  timeoutMs: number
  /** Seconds between attempts. */
  schedule: readonly number[]
  /** Interval at which the store is polled for due leads, in milliseconds. */
  pollMs: number
}

/** The services that delivery uses, and the forms of the leads. */
interface Context {
  log: Logger
  observer?: LeadObserver
  forms: readonly FormDescription[]
}

const standard: DeliveryOptions = { timeoutMs: 10_000, schedule: standardSchedule, pollMs: 1_000 }

/** Maximum number of leads that the background delivery sends at the same time. */
const maxParallel = 8

/** Starts to deliver due leads from the store, until closed. */
export function createDelivery(
  store: LeadStore,
  clock: Clock,
  endpoint: EndpointOptions,
  options: Partial<DeliveryOptions>,
  { log, observer, forms }: Context,
) {
  const { timeoutMs, schedule, pollMs } = { ...standard, ...options }
  const circuit = createCircuit(createEndpoint(endpoint, timeoutMs, forms))
  const owner = randomUUID()
  const underWay = new Set<Promise<unknown>>()
  /** Leads whose attempt has finished but is not stored yet, with whether the endpoint accepted them. */
  const unsaved = new Map<string, boolean>()
  const closing = new AbortController()

  /** Returns a lease that is long enough for one attempt. */
  const lease = (): Lease => ({ owner, until: clock.monotonic() + 3 * timeoutMs })

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  /**
   * Sends a lead. A `scheduled` attempt counts; one that a repeated submission caused does not affect the schedule.
   */
  async function attempt(lead: StoredLead, scheduled: boolean): Promise<boolean> {
    const known = unsaved.get(lead.id)
    if (known !== undefined) return known
    // If this process was paused since it took the lease, another process may hold it by now.
    const late = (lead.lease_until ?? '') <= iso(clock.monotonic() + timeoutMs)
    const start = performance.now()
    const outcome = late ? undefined : await circuit.send(lead)
    if (outcome)
      observer?.attempted(lead.form, outcome.accepted, (performance.now() - start) / 1000)
    const next = outcome
      ? nextDeliveryState(lead, outcome, { scheduled, schedule, clock })
      : {
          last_error: late ? 'not attempted: lease about to expire' : 'not attempted: circuit open',
        }
    const accepted = outcome?.accepted ?? false
    log.info({ lead: lead.id, form: lead.form, outcome, state: next.state }, 'delivery')
    await saveResult(lead, next, accepted)
    return accepted
  }

  /**
   * Stores the result of an attempt. Resolves after the first write, successful or not, so that a visitor does not
   * wait for an unreachable database. Retries in the background until it succeeds. If the process exits before that,
   * the lead is sent again with the same key after its lease expires.
   */
  async function saveResult(lead: StoredLead, next: DeliveryState, accepted: boolean) {
    const write = () =>
      store.setDeliveryState(lead.id, owner, next).then(
        () => true,
        (error) => {
          log.error({ err: error, lead: lead.id }, 'delivery state not stored')
          return false
        },
      )
    if (await write()) return
    unsaved.set(lead.id, accepted)
    track(
      (async () => {
        do await pause(pollMs)
        while (!(await write()) && !closing.signal.aborted)
        unsaved.delete(lead.id)
      })(),
    )
  }

  async function sendDue() {
    const limits = { closed: maxParallel, probing: 1, open: 0 }
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
      await sendDue().catch((error) => log.error({ err: error }, 'background delivery failed'))
      await pause(pollMs)
    }
  })()

  return {
    lease,

    /** Sends a new lead whose lease this process holds. Resolves to whether the endpoint accepted it. */
    first: (lead: StoredLead) => track(attempt(lead, true)),

    /**
     * Sends a lead again because a visitor submitted it again. If an attempt is in progress, waits for its result.
     * Resolves to whether the endpoint has accepted the lead, or will get it once the circuit closes.
     */
    async repeat(lead: StoredLead): Promise<boolean> {
      const known = unsaved.get(lead.id)
      if (known !== undefined) return known
      // The visitor has seen one failure already. The lead is stored, and is sent once the endpoint recovers.
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

    /** Starts no more attempts, and resolves when those in progress have finished. */
    async close(): Promise<void> {
      closing.abort()
      await background
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/** Interval at which a repeated submission checks whether the lead has been delivered, in milliseconds. */
const pollIntervalMs = 100
