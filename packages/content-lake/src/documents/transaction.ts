import type { Mutation, SanityDocument } from './document.ts'
import { isPublished } from './ids.ts'

export interface DocumentChange {
  id: string
  before?: SanityDocument
  after?: SanityDocument
  /** `after` as JSON. */
  json?: string
  /** The transaction's mutations on this document, with ids in place of queries. */
  mutations: Mutation[]
  effects: Effects
  /** Whether the change created a draft that has no published document. */
  isFirstDraft?: boolean
}

/** Mendoza patches. `apply` turns the old document into the new one, `revert` does the opposite. */
export interface Effects {
  apply: unknown[]
  revert: unknown[]
}

/** A committed transaction. Its id is the `_rev` of every document that it wrote. */
export interface Transaction {
  id: string
  /** The transaction's number in commit order. It only increases. */
  seq: number
  timestamp: string
  author: string
  /** One change per document, in the order in which the transaction first touched them. */
  changes: DocumentChange[]
}

/** The result of one mutation. `document` is the state at the end of the transaction. */
export interface MutationResult {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document?: SanityDocument
}

/** Returns a document without `_rev`, the form that effects apply to. Returns null for undefined. */
export function withoutRevision(document: SanityDocument | undefined): object | null {
  if (!document) return null
  const { _rev, ...content } = document
  return content
}

const DELETED: Effects = { apply: [0, null], revert: [0, null] }

/**
 * Returns effects on documents and their drafts, completed for the Studio's timeline. "Review changes" and "Revert
 * all" need a version to go back to. Without Sanity's events API, the Studio accepts only a publish as that version,
 * or the time before the oldest transaction, when the document did not exist. Therefore:
 *
 * - A write to a published document without a draft, for example by a program or an import, counts as a publish: the
 *   effects also delete the draft, which does not exist.
 * - A draft that was created without a published document appears to exist before its oldest transaction.
 */
export function timelineEffects(
  effects: Record<string, Effects>,
  ids: readonly string[],
  existedBefore: (id: string) => boolean,
): Record<string, Effects> {
  const completed = { ...effects }
  for (const id of ids.filter(isPublished)) {
    const draft = `drafts.${id}`
    if (!ids.includes(draft) || existedBefore(draft)) continue
    const [onPublished, onDraft] = [effects[id], effects[draft]]
    if (onDraft && !existedBefore(id)) completed[draft] = withoutStart(onDraft)
    const isDeletion = onPublished?.apply[0] === 0 && onPublished.apply[1] === null
    if (onPublished && !onDraft && !isDeletion) completed[draft] = DELETED
  }
  return completed
}

/** Returns the effects of a creation with a `revert` that keeps the document. */
export function withoutStart({ apply }: Effects): Effects {
  return { apply, revert: apply }
}
