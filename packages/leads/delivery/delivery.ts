import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, iso } from '../clock.ts'
import type { DeliveryOptions, StoreOptions } from '../leads-options.ts'
import { nextSendState, standardSchedule } from '../sending/schedule.ts'
import { sendDue } from '../sending/send-due.ts'
import { createSender, type SendingOptions } from '../sending/sender.ts'
import type { LeadStore } from '../store/store.ts'
import type { DeliveryState, StoredLead } from '../store/stored-lead.ts'
import { createEndpoint } from './endpoint.ts'

const standard: SendingOptions = { timeoutMs: 10_000, schedule: standardSchedule, pollMs: 1_000 }

type Options = StoreOptions & DeliveryOptions

/** Returns what sends leads to the form endpoint, or undefined without one. */
function leadSender(store: LeadStore, clock: Clock, options: Options) {
  const { endpointUrl: url, endpointSecret: secret, log, observer, forms = [] } = options
  if (!url) return undefined
  const endpoint = { url, secret, sendsFirstTouch: options.endpointGetsFirstTouch }
  const sending = { ...standard, ...options.delivery }
  const { timeoutMs, schedule } = sending
  const { host } = new URL(url)
  const sender = createSender<StoredLead, DeliveryState>(
    {
      save: store.setDeliveryState,
      send: createEndpoint(endpoint, timeoutMs, forms),
      changeAfter: (lead, result, scheduled) =>
        typeof result === 'string'
          ? { last_error: result }
          : nextSendState(lead, result, { scheduled, schedule, clock }),
      onAttempt({ id, form }, result, { state }, seconds) {
        const outcome = typeof result === 'string' ? undefined : result
        if (outcome) observer?.attempted(form, outcome.accepted, seconds)
        // Only the host: the rest of the URL may contain credentials.
        log.info({ lead: id, form, host, outcome, state }, 'delivery')
      },
    },
    clock,
    sending,
    { log, name: 'delivery' },
  )
  return { sender, ...sending }
}

/** Repeats deliveries that are due, until closed. Returns undefined without a form endpoint. */
export function startRedelivery(store: LeadStore, clock: Clock, options: Options) {
  const { sender, pollMs } = leadSender(store, clock, options) ?? {}
  if (!sender || !pollMs) return undefined
  return sendDue(sender, store.claimDue, pollMs, { log: options.log, name: 'delivery' })
}

/** Delivers leads to the form endpoint while their visitors wait. */
export type FirstDelivery = NonNullable<ReturnType<typeof createFirstDelivery>>

/** Creates the delivery of new leads. Returns undefined without a form endpoint. */
export function createFirstDelivery(store: LeadStore, clock: Clock, options: Options) {
  const { sender, timeoutMs = 0 } = leadSender(store, clock, options) ?? {}
  if (!sender) return undefined
  return {
    lease: sender.lease,

    /** Sends a new lead whose lease this process holds. Resolves to whether the endpoint accepted it. */
    first: (lead: StoredLead) => sender.attempt(lead, true),

    /**
     * Sends a lead again because a visitor submitted it again. If an attempt is in progress, waits for its result.
     * Resolves to whether the endpoint has accepted the lead, or will get it once the circuit closes.
     */
    async repeat(lead: StoredLead): Promise<boolean> {
      const known = sender.unsavedResult(lead.id)
      if (known !== undefined) return known
      // The visitor has seen one failure already. The lead is stored, and is sent once the endpoint recovers.
      if (lead.state === 'pending' && sender.circuitState() === 'open') return true
      const claimed = await store.claim(lead.id, sender.lease())
      if (claimed) return sender.attempt(claimed, false)
      for (let waited = 0; waited < timeoutMs; waited += pollIntervalMs) {
        const { state, lease_until } = (await store.find(lead.id)) ?? lead
        if (state === 'delivered') return true
        if (!lease_until || lease_until <= iso(clock.monotonic())) return false
        await sleep(pollIntervalMs)
      }
      return false
    },

    /** Starts no more attempts, and resolves when those in progress have finished. */
    close: sender.close,
  }
}

/** Interval at which a repeated submission checks whether the lead has been delivered, in milliseconds. */
const pollIntervalMs = 100
