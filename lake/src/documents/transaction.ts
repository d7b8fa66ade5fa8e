import type { Mutation, SanityDocument } from './document.ts'
import { isPublished } from './ids.ts'

export interface DocumentChange {
  id: string
  before?: SanityDocument
  after?: SanityDocument
  /** The transaction's mutations on this document, with ids in place of queries. */
  mutations: Mutation[]
  effects: Effects
  /** It created a draft, and there was no published document. */
  isFirstDraft?: boolean
}

/** Mendoza patches: `apply` leads from the state before to the one after, `revert` back. */
export interface Effects {
  apply: unknown[]
  revert: unknown[]
}

/** A committed transaction. Its id is the `_rev` of every document that it wrote. */
export interface Transaction {
  id: string
  /** Its place among all: each is greater than those before it. */
  seq: number
  timestamp: string
  author: string
  /** One per document, in the order in which they were first touched. */
  changes: DocumentChange[]
}

/** The result of one mutation; `document` is the state at the end of the transaction. */
export interface MutationResult {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document?: SanityDocument
}

/** Returns the part of a document that effects apply to; null for no document. */
export function withoutRevision(document: SanityDocument | undefined): object | null {
  if (!document) return null
  const { _rev, ...content } = document
  return content
}

const DELETED: Effects = { apply: [0, null], revert: [0, null] }

/**
 * Returns effects on documents and their drafts, completed so that the Studio's timeline finds the version that
 * "Review changes" compares with and "Revert all" goes back to. Without Sanity's events API it accepts only a
 * publish, else the time before the oldest transaction, which would revert to no document at all. Therefore:
 *
 * - A write to a published document without a draft, as by programs and imports, counts as a publish: it also
 *   deletes the draft, which does not exist.
 * - A draft that is created without a published document exists before its oldest transaction too.
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

/** Returns the effects of a creation without the way back to the time before it. */
export function withoutStart({ apply }: Effects): Effects {
  return { apply, revert: apply }
}
