import type { SanityDocument } from '../documents/document.ts'
import { checkDocumentId, publishedId } from '../documents/ids.ts'
import { isRecord } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'
import type { Staging } from '../transactions/staging.ts'

type Arguments = Record<string, unknown>

/** The action's `publishedId`; throws a `LakeError` 400 when it is none. `orVersion` admits drafts and versions. */
export function publishedIdOf({ publishedId: id }: Arguments, orVersion = false): string {
  checkDocumentId(id)
  if (!orVersion && publishedId(id) !== id)
    throwInvalidAction(`"${id}" is not the id of a published document`)
  return id
}

/**
 * The action's `versionId`, or `draftId` as it was called first; throws a `LakeError`
 * 400 unless it is a draft or version, and one of the given document's.
 */
export function versionIdOf({ versionId, draftId }: Arguments, published?: string): string {
  const id = versionId ?? draftId
  checkDocumentId(id)
  const base = publishedId(id)
  if (base === id) throwInvalidAction(`"${id}" is not the id of a draft or version`)
  if (published !== undefined && base !== published) {
    throwInvalidAction(`"${id}" is not a draft or version of "${published}"`)
  }
  return id
}

/** A document among the action's arguments, without the revision that it had. */
export function attributesOf(action: Arguments, name: string): Arguments {
  const value = action[name]
  if (!isRecord(value)) throwInvalidAction(`${name} must be an object`)
  const { _rev, _updatedAt, ...attributes } = value
  return attributes
}

/** The document of that id. Throws a `LakeError` 409 when there is none. */
export function existing(staging: Staging, id: string): SanityDocument {
  const document = staging.get(id)
  if (document) return document
  throw new LakeError(
    409,
    'documentNotFoundError',
    `The document with the ID "${id}" was not found`,
    { id },
  )
}

/** Throws a `LakeError` 409 when a revision is demanded and the document has another. */
export function checkRevision(
  document: SanityDocument | undefined,
  id: string,
  expected: unknown,
): void {
  if (expected === undefined || expected === document?._rev) return
  const current = document?._rev
  throw new LakeError(
    409,
    'documentRevisionIDDoesNotMatchError',
    `Unexpected document revision of "${id}", got "${current ?? ''}", expected ${JSON.stringify(expected)}`,
    { id, currentRevisionID: current, expectedRevisionID: expected },
  )
}

function throwInvalidAction(reason: string): never {
  throw new LakeError(400, 'actionError', reason.slice(0, 300))
}
