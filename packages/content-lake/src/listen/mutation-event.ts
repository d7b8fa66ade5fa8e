import { type DocumentChange, type Transaction, withoutStart } from '../documents/transaction.ts'

/** A `mutation` event, its data as JSON: https://www.sanity.io/docs/http-reference/listen */
export interface MutationEvent {
  type: 'mutation'
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
 *
 * @param known events of this transaction by their content, so that listeners with different queries share them
 */
export function eventsOf(
  transaction: Transaction,
  changes: readonly SelectedChange[],
  options: EventOptions,
  known: Map<string, MutationEvent>,
): MutationEvent[] {
  const selected = changes.filter(({ was, is }) => was || is)
  return selected.map(({ change, was, is }, index) => {
    const { id, before, after, effects } = change
    const eventId = `${transaction.id}#${id}`
    const isStart = options.timeline && change.isFirstDraft
    const transition = was && is ? 'update' : is ? 'appear' : 'disappear'
    const { includeResult, includePreviousRevision, includeMutations, includeEffects } = options
    const included = [includeResult, includePreviousRevision, includeMutations, includeEffects]
    const place = [selected.length, index, options.visibility, transition]
    const key = JSON.stringify([id, ...included, isStart, ...place])
    const made = known.get(key)
    if (made) return made
    const content = {
      eventId,
      documentId: id,
      transactionId: transaction.id,
      identity: transaction.author,
      ...(includeMutations && { mutations: change.mutations }),
      ...(includeResult && after && { result: after }),
      ...(includePreviousRevision && before && { previous: before }),
      ...(includeEffects && { effects: isStart ? withoutStart(effects) : effects }),
      ...(before && { previousRev: before._rev }),
      resultRev: transaction.id,
      timestamp: transaction.timestamp,
      visibility: options.visibility,
      transition,
      transactionTotalEvents: selected.length,
      transactionCurrentEvent: index + 1,
    }
    const event = { type: 'mutation', id: eventId, json: JSON.stringify(content) } as const
    known.set(key, event)
    return event
  })
}
