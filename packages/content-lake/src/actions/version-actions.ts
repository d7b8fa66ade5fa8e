import { releaseDocumentId, releaseOf } from '../releases/release.ts'
import type { Staging } from '../transactions/staging.ts'
import {
  type Arguments,
  attributesOf,
  checkRevisionOf,
  existing,
  publishedIdOf,
  versionIdOf,
} from './arguments.ts'
import { withArrayKeys } from './array-keys.ts'
import { copy } from './document-actions.ts'

export function createVersion(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  if (action.document !== undefined) {
    const document = attributesOf(action, 'document')
    const id = versionIdOf({ versionId: document._id }, published)
    checkRelease(id, staging)
    staging.apply({ create: withArrayKeys({ ...document, _id: id }) })
    return
  }
  const version = versionIdOf(action, published)
  checkRelease(version, staging)
  const base = existing(staging, publishedIdOf({ publishedId: action.baseId }, true))
  checkRevisionOf(base._id, base._rev, action.ifBaseRevisionId)
  copy(base, version, staging)
  // The Studio compares this with the draft, to see if the draft has changed since.
  const set = { _system: { base: { id: base._id, rev: base._rev } } }
  if (version.startsWith('versions.')) staging.apply({ patch: { id: version, set } })
}

export function replaceVersion(action: Arguments, staging: Staging): void {
  const document = attributesOf(action, 'document')
  const id = versionIdOf({ versionId: document._id })
  existing(staging, id)
  staging.apply({ createOrReplace: withArrayKeys({ ...document, _id: id }) })
}

/**
 * Marks a version so that publishing its release unpublishes the document. Throws a `LakeError` 409 if the document is
 * not published.
 */
export function unpublishVersion(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  const document = existing(staging, published)
  if (!staging.get(version)) copy(document, version, staging)
  staging.apply({ patch: { id: version, set: { '_system.delete': true } } })
}

/** Throws a `LakeError` 409 for a version whose release does not exist: nobody would see or publish it. */
function checkRelease(version: string, staging: Staging): void {
  const release = releaseOf(version)
  if (release !== undefined) existing(staging, releaseDocumentId(release))
}
