import type { DocumentChange, Transaction } from '../documents/transaction.ts'
import { withoutStart } from '../documents/transaction.ts'
import type { SelectedChange } from './selector.ts'

/** A `mutation` event, its data as JSON: https://www.sanity.io/docs/http-reference/listen */
export interface MutationEvent {
  id: string
  json: string
}

/** What an event carries, and what it says of when it is visible. */
export interface EventOptions {
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  /** Mendoza patches with each event. */
  includeEffects: boolean
  /** Effects as the Studio's timeline needs them, see `timelineEffects`. */
  timeline?: boolean
  visibility: 'query' | 'transaction'
}

/**
 * What one listener hears of a transaction. `transactionTotalEvents` counts the listener's events, not
 * the documents of the transaction: Studio waits until it has as many.
 */
export function eventsOf(
  transaction: Transaction,
  changes: readonly SelectedChange[],
  options: EventOptions,
): MutationEvent[] {
  const mine = changes.filter(({ was, is }) => was || is)
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

function describe(transaction: Transaction, change: DocumentChange, options: EventOptions) {
  const { id, before, after, effects } = change
  const isStart = options.timeline && change.isFirstDraft
  return {
    eventId: `${transaction.id}#${id}`,
    documentId: id,
    transactionId: transaction.id,
    identity: transaction.author,
    ...(options.includeMutations && { mutations: change.mutations }),
    ...(options.includeResult && after && { result: after }),
    ...(options.includePreviousRevision && before && { previous: before }),
    ...(options.includeEffects && {
      effects: isStart ? withoutStart(effects) : effects,
    }),
    ...(before && { previousRev: before._rev }),
    resultRev: transaction.id,
    timestamp: transaction.timestamp,
    visibility: options.visibility,
  }
}
