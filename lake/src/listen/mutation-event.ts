import type { DocumentChange, Transaction } from '../documents/transaction.ts'
import type { ListenOptions } from './listener.ts'

/** A `mutation` event, its data as JSON: https://www.sanity.io/docs/http-reference/listen */
export interface MutationEvent {
  id: string
  json: string
}

/** A change, and whether a query selects the document before and after it. */
export interface SelectedChange {
  change: DocumentChange
  was: boolean
  is: boolean
}

/**
 * What one listener hears of a transaction. `transactionTotalEvents` counts the listener's events, not
 * the documents of the transaction: Studio waits until it has as many.
 */
export function eventsOf(
  transaction: Transaction,
  changes: readonly SelectedChange[],
  options: ListenOptions,
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
