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

/** Orders documents by id. */
export const byId = (a: SanityDocument, b: SanityDocument): number => (a._id < b._id ? -1 : 1)

/** Documents by id. */
export type Documents = Pick<ReadonlyMap<string, SanityDocument>, 'get' | 'keys' | 'values'>

/** A document as a client sends it. Only `_type` is required. */
export type DocumentInput = { _id?: string; _type: string; [attribute: string]: unknown }

/** The documents that a `patch` or `delete` applies to: ids, or all documents that a GROQ query returns. */
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

/**
 * A placeholder for the origin in the URLs of stored asset documents. It is replaced with the real origin when a
 * response is sent.
 */
export const ASSET_ORIGIN = 'http://asset-origin.invalid'

/** Returns whether a document claims to describe an asset. */
export function isAssetDocument({ _type }: { _type: string }): boolean {
  return _type === 'sanity.imageAsset' || _type === 'sanity.fileAsset'
}

/** Returns an asset document with its file's URL at `ASSET_ORIGIN`. Returns any other document unchanged. */
export function withNeutralUrl<Document extends { _type: string; [attribute: string]: unknown }>(
  document: Document,
): Document {
  const { path, url } = document
  if (!isAssetDocument(document) || typeof path !== 'string' || typeof url !== 'string') {
    return document
  }
  return { ...document, url: `${ASSET_ORIGIN}/${path}` }
}
