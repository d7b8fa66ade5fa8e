export interface SanityDocument {
  _id: string
  _type: string
  _rev: string
  /** ISO 8601, set once. */
  _createdAt: string
  /** ISO 8601, set by every write. */
  _updatedAt: string
  [attribute: string]: unknown
}

/** A document as a client hands it in: only `_type` is needed. */
export type DocumentInput = { _id?: string; _type: string; [attribute: string]: unknown }

/** Which documents a `patch` or `delete` concerns: ids, or all that a GROQ query returns. */
type Selection = { id: string | string[] } | { query: string; params?: Record<string, unknown> }

/** Patch operations, see https://www.sanity.io/docs/http-reference/mutation */
export interface PatchOperations {
  set?: Record<string, unknown>
  setIfMissing?: Record<string, unknown>
  unset?: string[]
  insert?: {
    before?: string
    after?: string
    replace?: string
    items: unknown[]
  }
  inc?: Record<string, number>
  dec?: Record<string, number>
  diffMatchPatch?: Record<string, string>
  ifRevisionID?: string
}

/** One mutation of a transaction, see https://www.sanity.io/docs/http-reference/mutation */
export type Mutation =
  | { create: DocumentInput }
  | { createOrReplace: DocumentInput }
  | { createIfNotExists: DocumentInput }
  | { delete: Selection }
  | { patch: Selection & PatchOperations }

/** Stands in asset documents for the origin that their files are sent from, which is known when they are read. */
export const ASSET_ORIGIN = 'http://asset-origin.invalid'

/** Returns whether a document claims to describe an asset. */
export function isAssetDocument({ _type }: { _type: string }): boolean {
  return _type === 'sanity.imageAsset' || _type === 'sanity.fileAsset'
}

/** Returns an asset document with the address of its file at `ASSET_ORIGIN`, and any other document as it is. */
export function withNeutralUrl<Document extends { _type: string; [attribute: string]: unknown }>(
  document: Document,
): Document {
  const { path, url } = document
  if (!isAssetDocument(document) || typeof path !== 'string' || typeof url !== 'string') {
    return document
  }
  return { ...document, url: `${ASSET_ORIGIN}/${path}` }
}
