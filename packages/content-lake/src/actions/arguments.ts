import type { SanityDocument } from '../documents/document.ts'
import { checkDocumentId, publishedId } from '../documents/ids.ts'
import { isRecord } from '../documents/values.ts'
import { checkRevision, documentNotFound, LakeError } from '../errors/errors.ts'
import type { Staging } from '../transactions/staging.ts'

/** The arguments of an action as a client sends them. */
export type Arguments = Record<string, unknown>

/**
 * Returns the action's `publishedId`. Throws a `LakeError` 400 for another id. `orVersion` also accepts drafts and
 * versions.
 */
export function publishedIdOf({ publishedId: id }: Arguments, orVersion = false): string {
  checkDocumentId(id)
  if (orVersion || publishedId(id) === id) return id
  throw invalid(`"${id}" is not the id of a published document`)
}

/**
 * Returns the action's `versionId`, formerly `draftId`. Throws a `LakeError` 400 unless it is a version (of the given
 * document).
 */
export function versionIdOf({ versionId, draftId }: Arguments, published?: string): string {
  const id = versionId ?? draftId
  checkDocumentId(id)
  const base = publishedId(id)
  if (base === id) throw invalid(`"${id}" is not the id of a draft or version`)
  if (published === undefined || base === published) return id
  throw invalid(`"${id}" is not a draft or version of "${published}"`)
}

/** Returns a document from the action's arguments without its old revision. */
export function attributesOf(action: Arguments, name: string): Arguments {
  const value = action[name]
  if (!isRecord(value)) throw invalid(`${name} must be an object`)
  const { _rev, _updatedAt, ...attributes } = value
  return attributes
}

/** Checks a revision. The error contains the document's id, because an action can affect several documents. */
export function checkRevisionOf(id: string, current: string | undefined, expected: unknown): void {
  checkRevision(id, current, expected, ` of "${id}"`)
}

export function existing(staging: Staging, id: string): SanityDocument {
  const document = staging.get(id)
  if (!document) throw documentNotFound(id)
  return document
}

export function invalid(reason: string): LakeError {
  return new LakeError(400, 'actionError', reason.slice(0, 300))
}
