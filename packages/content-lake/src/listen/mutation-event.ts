import { type DocumentChange, type Transaction, withoutStart } from '../documents/transaction.ts'

/** A `mutation` event, its data as JSON: https://www.sanity.io/docs/http-reference/listen */
export interface MutationEvent {
  id: string
  json: string
}

export interface SelectedChange {
  change: DocumentChange
  was: boolean
  is: boolean
}

export interface EventOptions {
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeEffects: boolean
  /** Whether to return effects in the form that the Studio's timeline needs, see `timelineEffects`. */
  timeline?: boolean
  visibility: 'query' | 'transaction'
}

/**
 * Returns a listener's events for a transaction. `transactionTotalEvents` counts only this listener's events, because
 * the Studio waits for that many.
 */
export function eventsOf(
  transaction: Transaction,
  changes: readonly SelectedChange[],
  options: EventOptions,
): MutationEvent[] {
  const selected = changes.filter(({ was, is }) => was || is)
  return selected.map(({ change, was, is }, index) => {
    const { id, before, after, effects } = change
    const eventId = `${transaction.id}#${id}`
    const isStart = options.timeline && change.isFirstDraft
    const event = {
      eventId,
      documentId: id,
      transactionId: transaction.id,
      identity: transaction.author,
      ...(options.includeMutations && { mutations: change.mutations }),
      ...(options.includeResult && after && { result: after }),
      ...(options.includePreviousRevision && before && { previous: before }),
      ...(options.includeEffects && { effects: isStart ? withoutStart(effects) : effects }),
      ...(before && { previousRev: before._rev }),
      resultRev: transaction.id,
      timestamp: transaction.timestamp,
      visibility: options.visibility,
      transition: was && is ? 'update' : is ? 'appear' : 'disappear',
      transactionTotalEvents: selected.length,
      transactionCurrentEvent: index + 1,
    }
    return { id: eventId, json: JSON.stringify(event) }
  })
}
