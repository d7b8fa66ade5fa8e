import { randomUUID } from 'node:crypto'
import { isDraft, isPublished, isSystem } from '../documents/ids.ts'
import type { Transaction } from '../documents/transaction.ts'
import { httpError } from '../errors/errors.ts'
import type { Attempt } from './attempt.ts'
import { Deliveries, type DeliveryOptions } from './deliveries.ts'
import type { HookChange } from './payloads.ts'
import { type HookRule, hookFields, type Operation, type Webhook } from './webhook.ts'

/** Evaluates a rule over changes in a dataset. Resolves to a payload or null for each change. */
export type EvaluateRule = (
  dataset: string,
  rule: HookRule,
  changes: readonly HookChange[],
) => Promise<(string | null)[]>

/** Keeps webhooks by id. */
interface WebhookStore {
  all(): Webhook[]
  get(id: string): Webhook | undefined
  set(id: string, webhook: Webhook): void
  delete(id: string): boolean
}

interface WebhookOptions extends DeliveryOptions {
  projectId: string
  store: WebhookStore
  evaluate: EvaluateRule
  onError: (error: unknown) => void
}

const MAX_HOOKS = 100
/** Maximum number of changes that wait for a webhook. Later ones are dropped. */
const MAX_PENDING = 1000

/**
 * Holds a project's webhooks and delivers the messages that their rules select: those of one webhook in order, each
 * until it succeeds or its retries end. Messages are lost when the process ends.
 */
export class Webhooks {
  readonly #options: WebhookOptions
  readonly #hooks: WebhookStore
  readonly #deliveries = new Map<string, Deliveries>()

  constructor(options: WebhookOptions) {
    this.#options = options
    this.#hooks = options.store
  }

  list(): Webhook[] {
    return this.#hooks.all()
  }

  /** Returns a webhook. Throws a `LakeError` 404. */
  get(id: string): Webhook {
    return found(this.#hooks.get(id), `Webhook "${id.slice(0, 100)}" not found`)
  }

  /** Creates a webhook. Throws a `LakeError` 400 for invalid fields or GROQ, and for more than 100 webhooks. */
  async create(body: unknown, createdByUserId: string): Promise<Webhook> {
    if (this.list().length >= MAX_HOOKS)
      throw httpError(400, `A project has at most ${MAX_HOOKS} webhooks`)
    const { projectId } = this.#options
    const origin = { projectId, createdAt: new Date().toISOString(), createdByUserId }
    return this.#store({ ...hookFields(body), id: randomUUID(), ...origin })
  }

  /** Changes the given fields of a webhook. Throws as `create` and `get` do. */
  async update(id: string, body: unknown): Promise<Webhook> {
    const earlier = this.get(id)
    return this.#store({ ...earlier, ...hookFields(body, earlier) })
  }

  /** Deletes a webhook with its log. Throws a `LakeError` 404. */
  delete(id: string): void {
    this.get(id)
    this.#hooks.delete(id)
    this.#deliveries.get(id)?.close()
    this.#deliveries.delete(id)
  }

  /** Returns the deliveries of a webhook. Throws a `LakeError` 404. */
  deliveries(id: string): Deliveries {
    this.get(id)
    const known = this.#deliveries.get(id)
    if (known) return known
    const created = new Deliveries(() => this.#hooks.get(id), this.#options, this.#options.onError)
    this.#deliveries.set(id, created)
    return created
  }

  /** Returns an attempt to deliver a message. Throws a `LakeError` 404. */
  attempt(id: string): Attempt {
    const all = [...this.#deliveries.values()].flatMap(({ attempts }) => attempts)
    return found(
      all.find((attempt) => attempt.id === id),
      `Attempt "${id.slice(0, 100)}" not found`,
    )
  }

  /** Delivers a committed transaction of a dataset to the webhooks whose rules select it. */
  publish(dataset: string, transaction: Transaction): void {
    for (const hook of this.#hooks.all()) {
      if (hook.isDisabledByUser || (hook.dataset !== '*' && hook.dataset !== dataset)) continue
      const changes = transaction.changes.filter(
        (change) => isIncluded(hook, change.id) && hook.rule.on.includes(operationOf(change)),
      )
      const deliveries = this.deliveries(hook.id)
      if (deliveries.pending + changes.length > MAX_PENDING) {
        this.#options.onError(new Error(`Too many changes are waiting for webhook "${hook.name}"`))
      } else if (changes.length > 0) {
        deliveries.add(changes.length, async () => {
          const payloads = await this.#options.evaluate(dataset, hook.rule, changes)
          return changes.flatMap((change, index) => {
            const payload = payloads[index]
            const headers = headersOf(hook, dataset, transaction, change)
            return typeof payload === 'string' ? [{ payload, headers }] : []
          })
        })
      }
    }
  }

  /** Drops all messages. */
  close(): void {
    for (const deliveries of this.#deliveries.values()) deliveries.close()
    this.#deliveries.clear()
  }

  async #store(hook: Webhook): Promise<Webhook> {
    // Checks the rule.
    await this.#options.evaluate(hook.dataset, hook.rule, [])
    this.#hooks.set(hook.id, hook)
    return hook
  }
}

function found<Item>(item: Item | undefined, reason: string): Item {
  if (item === undefined) throw httpError(404, reason)
  return item
}

function isIncluded({ includeDrafts, includeAllVersions }: Webhook, id: string): boolean {
  if (isSystem(id)) return false
  return isPublished(id) || includeAllVersions || (includeDrafts && isDraft(id))
}

function operationOf({ before, after }: HookChange): Operation {
  return before && after ? 'update' : after ? 'create' : 'delete'
}

/** Returns the headers that the hosted service sends: https://www.sanity.io/docs/content-lake/webhooks */
function headersOf(
  { id, projectId }: Webhook,
  dataset: string,
  transaction: Transaction,
  change: HookChange,
): Record<string, string> {
  const documentId = (change.after ?? change.before)?._id ?? ''
  return {
    'Idempotency-Key': `${id}-${transaction.id}-${documentId}`,
    'Sanity-Transaction-Id': transaction.id,
    'Sanity-Transaction-Time': transaction.timestamp,
    'Sanity-Project-Id': projectId,
    'Sanity-Dataset': dataset,
    'Sanity-Document-Id': documentId,
    'Sanity-Operation': operationOf(change),
    'Sanity-Webhook-Id': id,
  }
}
