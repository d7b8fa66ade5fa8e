import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Attempt, attemptDelivery, type HookMessage } from './attempt.ts'
import type { Webhook } from './webhook.ts'

/** A message in the log of a webhook. */
export interface LoggedMessage {
  id: string
  projectId: string
  hookId: string
  createdAt: string
  payload: string
  status: 'pending' | 'success' | 'failure'
  failureCount: number
  resultCode: number | null
}

export interface DeliveryOptions {
  /** Whether URLs may lead to this machine or a private network. False if strangers can reach the lake. */
  allowsLocal: boolean
  /** Replaces the waiting times before the second and later attempts. */
  retryMs?: readonly number[]
  timeoutMs?: number
}

/** Number of messages, and of attempts, that the log of a webhook keeps. */
const MAX_LOGGED = 100
const TIMEOUT_MS = 30_000
/** As the hosted service: attempts with growing intervals, for half an hour. */
const RETRY_MS = [1, 5, 15, 60, 180, 540, 1000].map((seconds) => seconds * 1000)

/** The deliveries of one webhook, in order, and their log. */
export class Deliveries {
  readonly messages: LoggedMessage[] = []
  readonly attempts: Attempt[] = []
  /** Number of changes that wait for their evaluation or delivery. */
  pending = 0
  readonly #closing = new AbortController()
  #last = Promise.resolve()

  constructor(
    /** Returns the webhook, which may have changed since the message was created. */
    private readonly hook: () => Webhook | undefined,
    private readonly options: DeliveryOptions,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Delivers the messages of a transaction after those of earlier ones. */
  add(count: number, messages: () => Promise<Omit<HookMessage, 'id'>[]>): void {
    this.pending += count
    this.#last = this.#last
      .then(async () => {
        if (this.#closing.signal.aborted) return
        for (const message of await messages()) await this.#deliver(message)
      })
      .catch(this.onError)
      .finally(() => {
        this.pending -= count
      })
  }

  /** Drops all messages. */
  close(): void {
    this.#closing.abort()
  }

  async #deliver({ payload, headers }: Omit<HookMessage, 'id'>): Promise<void> {
    const { retryMs = RETRY_MS, timeoutMs = TIMEOUT_MS, allowsLocal } = this.options
    const { signal } = this.#closing
    const { id: hookId, projectId } = this.hook() ?? {}
    if (!hookId || !projectId) return
    const message = { id: randomUUID(), payload, headers }
    const logged: LoggedMessage = {
      ...{ id: message.id, projectId, hookId, createdAt: new Date().toISOString(), payload },
      ...{ status: 'pending', failureCount: 0, resultCode: null },
    }
    append(this.messages, logged)
    for (const waitMs of [...retryMs, undefined]) {
      const hook = signal.aborted ? undefined : this.hook()
      if (!hook) return
      const attempt = await attemptDelivery(hook, message, { timeoutMs, allowsLocal, signal })
      append(this.attempts, attempt)
      logged.resultCode = attempt.resultCode
      if (!attempt.isFailure) {
        logged.status = 'success'
        return
      }
      logged.failureCount++
      if (waitMs === undefined || !isTransient(attempt)) break
      await wait(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
    logged.status = 'failure'
  }
}

/** Failures of the receiver's network and server, which may pass. All others are final, redirects among them. */
function isTransient({ resultCode, failureReason }: Attempt): boolean {
  if (resultCode === null) return failureReason !== 'other'
  return resultCode === 429 || resultCode >= 500
}

function append<Item>(list: Item[], item: Item): void {
  list.push(item)
  if (list.length > MAX_LOGGED) list.shift()
}
