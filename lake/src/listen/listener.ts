import { isPublished } from '../dataset/ids.ts'
import type { DocumentChange, Transaction } from '../dataset/transaction.ts'
import { parseQuery } from '../groq/query.ts'
import { Selector } from './selector.ts'

/** What a listener wants to hear of, and how. */
export interface ListenOptions {
  query: string
  params: Record<string, unknown>
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  /** Mendoza patches with each event. */
  includeEffects: boolean
  /** Drafts and versions too. */
  includeAllVersions: boolean
  visibility: 'query' | 'transaction'
  /** What `identity()` answers. */
  identity: string
}

/** A `mutation` event, its data as JSON: https://www.sanity.io/docs/http-reference/listen */
export interface MutationEvent {
  id: string
  json: string
}

type Tell = (events: readonly MutationEvent[]) => void

/** Listeners that want the very same: parsed, evaluated and put into words once. */
interface Group {
  options: ListenOptions
  selector: Selector
  members: Set<Tell>
}

/** All who listen to a dataset. */
export class Listeners {
  readonly #groups = new Map<string, Group>()

  /**
   * Calls `tell` with the events of each transaction that the query selects, until
   * the returned function is called. Throws a `LakeError` 400 when the query cannot be parsed.
   */
  add(options: ListenOptions, tell: Tell): () => void {
    const key = JSON.stringify(options)
    let group = this.#groups.get(key)
    if (!group) {
      const tree = parseQuery(options.query, options.params)
      group = { options, selector: new Selector(tree, options), members: new Set() }
      this.#groups.set(key, group)
    }
    const { members } = group
    members.add(tell)
    return () => {
      members.delete(tell)
      if (members.size === 0) this.#groups.delete(key)
    }
  }

  /** Tells everyone of a committed transaction. One who throws does not keep it from the others: see `onError`. */
  publish(transaction: Transaction, onError: (error: unknown) => void): void {
    for (const { options, selector, members } of [...this.#groups.values()]) {
      const events = eventsOf(transaction, options, selector)
      if (events.length === 0) continue
      for (const tell of [...members]) {
        try {
          tell(events)
        } catch (error) {
          onError(error)
        }
      }
    }
  }
}

/**
 * What one listener hears of a transaction. `transactionTotalEvents` counts the
 * listener's events, not the documents of the transaction: Studio waits until it
 * has as many.
 */
function eventsOf(
  transaction: Transaction,
  options: ListenOptions,
  selector: Selector,
): MutationEvent[] {
  const mine = transaction.changes
    .filter(({ id }) => options.includeAllVersions || isPublished(id))
    .map((change) => ({
      change,
      was: selector.selects(change.before),
      is: selector.selects(change.after),
    }))
    .filter(({ was, is }) => was || is)
  return mine.map(({ change, was, is }, index) => ({
    id: `${transaction.id}#${change.id}`,
    json: JSON.stringify({
      ...describe(transaction, change, options),
      transition: was && is ? 'update' : is ? 'appear' : 'disappear',
      transactionTotalEvents: mine.length,
      transactionCurrentEvent: index + 1,
    }),
  }))
}

function describe(transaction: Transaction, change: DocumentChange, options: ListenOptions) {
  const { id, before, after } = change
  return {
    eventId: `${transaction.id}#${id}`,
    documentId: id,
    transactionId: transaction.id,
    identity: transaction.author,
    ...(options.includeMutations && { mutations: change.mutations }),
    ...(options.includeResult && after && { result: after }),
    ...(options.includePreviousRevision && before && { previous: before }),
    ...(options.includeEffects && { effects: change.effects }),
    ...(before && { previousRev: before._rev }),
    resultRev: transaction.id,
    timestamp: transaction.timestamp,
    visibility: options.visibility,
  }
}
