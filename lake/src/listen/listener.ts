import { isPublished } from '../documents/ids.ts'
import type { Transaction } from '../documents/transaction.ts'
import { RefusedError } from '../errors/errors.ts'
import { evaluatorLimits } from '../limits/limits.ts'
import { type EventOptions, eventsOf, type MutationEvent } from './mutation-event.ts'
import { type ListenQuery, type QueryMatcher, type SelectedChange, Selector } from './selector.ts'

/** What a listener wants to hear of, and how. */
export interface ListenOptions extends ListenQuery, EventOptions {
  /** Drafts and versions too. */
  includeAllVersions: boolean
}

/** One who listens. */
export interface Listener {
  tell(events: readonly MutationEvent[]): void
  /** What its query selects cannot be told any more: it hears nothing after that. */
  fail(error: unknown): void
}

/** Listeners that want the very same: inspected, evaluated and put into words once. */
interface Group {
  options: ListenOptions
  selector: Selector
  members: Set<Listener>
  /** Transactions that are being evaluated for, in their order. */
  pending: number
  last: Promise<void>
}

/** All who listen to a dataset. */
export class Listeners {
  readonly #groups = new Map<string, Group>()
  readonly #matcher: QueryMatcher
  readonly #onError: (error: unknown) => void

  /** `onError` hears of listeners that throw; the others are told all the same. */
  constructor(matcher: QueryMatcher, onError: (error: unknown) => void) {
    this.#matcher = matcher
    this.#onError = onError
  }

  /**
   * Tells the listener of each transaction that the query selects, from when the promise is fulfilled
   * until the function that it gives is called. Throws a `LakeError` when the query cannot be parsed.
   */
  async add(options: ListenOptions, listener: Listener): Promise<() => void> {
    const key = JSON.stringify(options)
    const known = this.#groups.has(key)
    const inspected = known ? undefined : await this.#matcher.inspect(options)
    let group = this.#groups.get(key)
    if (!group) {
      const selector = new Selector(options, inspected ?? {}, this.#matcher)
      group = { options, selector, members: new Set(), pending: 0, last: Promise.resolve() }
      this.#groups.set(key, group)
    }
    const { members } = group
    members.add(listener)
    return () => {
      members.delete(listener)
      if (members.size === 0 && this.#groups.get(key)?.members === members) this.#groups.delete(key)
    }
  }

  /** Tells everyone of a committed transaction: at once, unless queries have to be evaluated for it. */
  publish(transaction: Transaction): void {
    for (const [key, group] of [...this.#groups]) {
      const changes = transaction.changes.filter(
        ({ id }) => group.options.includeAllVersions || isPublished(id),
      )
      const decided = group.selector.decide(changes)
      if (decided && group.pending === 0) this.#tell(group, transaction, decided)
      else if (group.pending >= evaluatorLimits.listenerBacklog) this.#fail(key, group, behind())
      else {
        group.pending++
        group.last = group.last
          .then(async () => {
            if (group.members.size === 0) return
            this.#tell(group, transaction, decided ?? (await group.selector.evaluate(changes)))
          })
          .catch((error) => this.#fail(key, group, error))
          .finally(() => group.pending--)
      }
    }
  }

  #tell({ options, members }: Group, transaction: Transaction, changes: SelectedChange[]): void {
    const events = eventsOf(transaction, changes, options)
    if (events.length === 0) return
    for (const listener of [...members]) this.#safely(() => listener.tell(events))
  }

  #fail(key: string, { members }: Group, error: unknown): void {
    if (this.#groups.get(key)?.members === members) this.#groups.delete(key)
    const failed = [...members]
    members.clear()
    for (const listener of failed) this.#safely(() => listener.fail(error))
  }

  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#onError(error)
    }
  }
}

function behind(): RefusedError {
  return new RefusedError(503, 'Too much happens for this query to be evaluated each time', 1)
}
