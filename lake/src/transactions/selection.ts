import { View } from '../documents/view.ts'
import { LakeError } from '../errors/errors.ts'
import { PROGRAM_LIMITS } from '../groq/limits.ts'
import { runQuery } from '../groq/query.ts'
import type { Staging } from './staging.ts'

const MAX_SELECTED = 10_000

/** The documents before the transaction: all of them as a view, and their ids. */
interface Stored {
  projectId: string
  dataset: string
  view(): View
  ids(): Iterable<string>
}

/**
 * The ids of the documents that a mutation's query returns, as the mutations before
 * it would leave them. Throws a `LakeError` 400, also for more than 10,000.
 */
export function selectIds(
  query: string,
  params: Record<string, unknown>,
  staging: Staging,
  stored: Stored,
): string[] {
  const { result } = runQuery(query, params, {
    view: staging.after.size === 0 ? stored.view() : staged(staging, stored.ids()),
    perspective: 'raw',
    identity: '',
    projectId: stored.projectId,
    dataset: stored.dataset,
    limits: PROGRAM_LIMITS,
  })
  const ids = (Array.isArray(result) ? result : [result]).map((item: unknown) =>
    typeof item === 'object' && item !== null && '_id' in item ? item._id : item,
  )
  if (ids.length > MAX_SELECTED) {
    const reason = `The query selects more than ${MAX_SELECTED} documents`
    throw new LakeError(400, 'mutationError', reason)
  }
  return ids.filter((id) => typeof id === 'string' && staging.get(id) !== undefined) as string[]
}

function staged(staging: Staging, storedIds: Iterable<string>): View {
  const ids = new Set([...storedIds, ...staging.after.keys()])
  return new View([...ids].map((id) => staging.get(id)).filter((found) => found !== undefined))
}
