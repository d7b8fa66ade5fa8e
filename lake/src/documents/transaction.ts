import type { Mutation, SanityDocument } from './document.ts'

/** What one transaction did to one document. */
export interface DocumentChange {
  id: string
  /** Absent when the transaction created it. */
  before?: SanityDocument
  /** Absent when the transaction deleted it. */
  after?: SanityDocument
  /** The transaction's mutations on this document, with ids in place of queries. */
  mutations: Mutation[]
  /** Mendoza patches between the two states, without `_rev`. */
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
  /** ISO 8601. */
  timestamp: string
  /** The user's id. */
  author: string
  /** One per document, in the order in which they were first touched. */
  changes: DocumentChange[]
}

/** What one mutation did; `document` is the state at the end of the transaction. */
export interface MutationResult {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document?: SanityDocument
}

/** The part of a document that effects apply to; null where there is none. */
export function withoutRevision(document: SanityDocument | undefined): object | null {
  if (!document) return null
  const { _rev, ...content } = document
  return content
}
