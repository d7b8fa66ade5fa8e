import type { Documents } from '../documents/document.ts'
import { View } from '../documents/view.ts'
import { mutationError } from '../errors/errors.ts'
import { PROGRAM_LIMITS } from '../groq/limits.ts'
import { runQuery } from '../groq/query.ts'
import type { Staging } from './staging.ts'

const MAX_SELECTED = 10_000

interface Stored {
  projectId: string
  dataset: string
  view(): View
  documents: Documents
}

/**
 * Returns the ids that a mutation's query selects, given the mutations before it. Throws a `LakeError` 400 for an
 * invalid query, or if it selects more than 10,000 documents.
 */
export function selectIds(
  query: string,
  params: Record<string, unknown>,
  staging: Staging,
  stored: Stored,
): string[] {
  const { result } = runQuery(query, params, {
    view: staging.after.size === 0 ? stored.view() : staged(staging, stored.documents.keys()),
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
    throw mutationError(`The query selects more than ${MAX_SELECTED} documents`)
  }
  return ids.filter((id) => typeof id === 'string' && staging.get(id) !== undefined) as string[]
}

function staged(staging: Staging, storedIds: Iterable<string>): View {
  const ids = new Set([...storedIds, ...staging.after.keys()])
  return new View([...ids].map((id) => staging.get(id)).filter((found) => found !== undefined))
}
