import type { SanityDocument } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { documentExists, LakeError } from '../errors/errors.ts'
import type { Staging } from '../transactions/staging.ts'
import {
  type Arguments,
  attributesOf,
  checkRevisionOf,
  existing,
  invalid,
  publishedIdOf,
  versionIdOf,
} from './arguments.ts'
import { withArrayKeys } from './array-keys.ts'
import { publishVersion } from './publish-version.ts'

export function create(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const attributes = attributesOf(action, 'attributes')
  const id = attributes._id === undefined ? `drafts.${published}` : attributes._id
  if (id !== published) versionIdOf({ versionId: id }, published)
  const taken = [String(id), published].find((one) => staging.get(one))
  if (taken === undefined) {
    staging.apply({ create: withArrayKeys({ ...attributes, _id: id }) })
  } else if (action.ifExists !== 'ignore') throw documentExists(taken)
}

export function edit(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  if (!isRecord(action.patch)) throw invalid('patch must be an object')
  if (!staging.get(version)) copy(existing(staging, published), version, staging)
  const { id, query, params, ...patch } = action.patch
  staging.apply({ patch: { ...withArrayKeys(patch), id: version } })
}

export function publish(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  const draft = existing(staging, version)
  const before = staging.get(published)
  checkRevisionOf(version, draft._rev, action.ifDraftRevisionId ?? action.ifVersionRevisionId)
  checkRevisionOf(published, before?._rev, action.ifPublishedRevisionId)
  publishVersion(draft, published, staging)
}

export function unpublish(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  const document = existing(staging, published)
  if (!staging.get(version)) copy(document, version, staging)
  staging.apply({ delete: { id: published } })
}

export function discard(action: Arguments, staging: Staging): void {
  const version = versionIdOf(action)
  existing(staging, version)
  staging.apply({ delete: { id: version } })
  if (action.purge === true) staging.purged.add(version)
}

/**
 * Deletes a document with its listed drafts. Throws if the document has a draft that is not listed: it would remain
 * without its document.
 */
export function remove(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const { includeDrafts = [], includeVersions = [] } = action
  if (!Array.isArray(includeDrafts) || !Array.isArray(includeVersions)) {
    throw invalid('includeDrafts must be a list of ids')
  }
  const versions = [...includeDrafts, ...includeVersions].map((id: unknown) =>
    versionIdOf({ versionId: id }, published),
  )
  const draft = `drafts.${published}`
  if (staging.get(draft) && !versions.includes(draft)) {
    const reason = `Document "${published}" has a draft that includeDrafts does not list`
    // Sanity does not document the type of this error. Clients show the description.
    throw new LakeError(409, 'actionError', reason, { id: published })
  }
  const ids = [published, ...versions]
  if (!ids.some((id) => staging.get(id))) existing(staging, published)
  for (const id of ids) {
    staging.apply({ delete: { id } })
    if (action.purge === true) staging.purged.add(id)
  }
}

export function replaceDraft(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const attributes = attributesOf(action, 'attributes')
  const id = versionIdOf({ versionId: attributes._id ?? `drafts.${published}` }, published)
  staging.apply({ createOrReplace: withArrayKeys({ ...attributes, _id: id }) })
}

/** Creates a document with the content of another one. */
export function copy(document: SanityDocument, id: string, staging: Staging): void {
  const { _rev, _updatedAt, ...content } = document
  staging.apply({ create: { ...content, _id: id } })
}
