import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Clock, iso } from '../clock.ts'
import type { Lease } from '../store/stored-lead.ts'
import { createCircuit } from './circuit.ts'
import type { Outcome, Send } from './outcome.ts'

/** Timeouts and intervals of sending. */
export interface SendingOptions {
  /** Timeout of one attempt, in milliseconds. */
  timeoutMs: number
  /** Seconds between attempts. */
  schedule: readonly number[]
  /** Interval at which the store is polled for due items, in milliseconds. */
  pollMs: number
}

/** An item that waits in the store to be sent, with the end of its lease. */
export interface Item {
  id: string
  lease_until: string | null
}

/** A queue of one kind of item: where the items are stored, how one is sent, and what is stored afterwards. */
interface Queue<Sent extends Item, Change> {
  /** Stores the change after an attempt, and releases the lease. */
  save: (id: string, owner: string, change: Change) => Promise<void>
  send: Send<Sent>
  /**
   * Returns the change after an attempt. A `scheduled` attempt counts. An item that was not attempted has the reason
   * instead of an outcome.
   */
  changeAfter: (item: Sent, result: Outcome | string, scheduled: boolean) => Change
  /** Records an attempt, with its duration in seconds, or 0 if the item was not attempted. */
  onAttempt: (item: Sent, result: Outcome | string, change: Change, seconds: number) => void
}

/** Sends items of a queue. */
export type Sender<Sent extends Item> = ReturnType<typeof createSender<Sent, unknown>>

/**
 * Creates a sender of a queue's items, whose leases its process holds. A circuit breaker pauses sending while the
 * receiver fails.
 *
 * @param name the prefix of log messages, such as `delivery`
 */
export function createSender<Sent extends Item, Change>(
  queue: Queue<Sent, Change>,
  clock: Clock,
  { timeoutMs, pollMs }: SendingOptions,
  { log, name }: { log: Logger; name: string },
) {
  const circuit = createCircuit(queue.send)
  const owner = randomUUID()
  const underWay = new Set<Promise<unknown>>()
  /** Items whose attempt has finished but is not stored yet, with whether the receiver accepted them. */
  const unsaved = new Map<string, boolean>()
  const closing = new AbortController()

  /** Returns a lease that is long enough for one attempt. */
  const lease = (): Lease => ({ owner, until: clock.monotonic() + 3 * timeoutMs })

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  async function attempt(item: Sent, scheduled: boolean): Promise<boolean> {
    const known = unsaved.get(item.id)
    if (known !== undefined) return known
    // If this process was paused since it took the lease, another process may hold it by now.
    const late = (item.lease_until ?? '') <= iso(clock.monotonic() + timeoutMs)
    const start = performance.now()
    const outcome = late ? undefined : await circuit.send(item)
    const seconds = outcome ? (performance.now() - start) / 1000 : 0
    const result = outcome ?? `not attempted: ${late ? 'lease about to expire' : 'circuit open'}`
    const change = queue.changeAfter(item, result, scheduled)
    const accepted = outcome?.accepted ?? false
    queue.onAttempt(item, result, change, seconds)
    await saveResult(item.id, change, accepted)
    return accepted
  }

  /**
   * Stores the result of an attempt. Resolves after the first write, successful or not, so that a visitor does not
   * wait for an unreachable database. Retries in the background until it succeeds. If the process exits before that,
   * the item is sent again with the same key after its lease expires.
   */
  async function saveResult(id: string, change: Change, accepted: boolean) {
    const write = () =>
      queue.save(id, owner, change).then(
        () => true,
        (error) => {
          log.error({ err: error, id }, `${name} state not stored`)
          return false
        },
      )
    if (await write()) return
    unsaved.set(id, accepted)
    track(
      (async () => {
        do await pause(pollMs)
        while (!(await write()) && !closing.signal.aborted)
        unsaved.delete(id)
      })(),
    )
  }

  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  return {
    lease,
    circuitState: circuit.state,

    /** Returns whether the receiver accepted an item whose result is not stored yet; undefined for other items. */
    unsavedResult: (id: string): boolean | undefined => unsaved.get(id),

    /**
     * Sends an item whose lease this process holds. A `scheduled` attempt counts; one that a repeated submission
     * caused does not affect the schedule. Resolves to whether the receiver accepted the item.
     */
    attempt: (item: Sent, scheduled: boolean): Promise<boolean> => track(attempt(item, scheduled)),

    /** Starts no more attempts, and resolves when those in progress have finished. */
    async close(): Promise<void> {
      closing.abort()
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}
