import type { SanityDocument } from '../documents/document.ts'
import { checkDocumentId, publishedId } from '../documents/ids.ts'
import { checkValue, isRecord } from '../documents/values.ts'
import { checkRevision, documentExists, documentNotFound, LakeError } from '../errors/errors.ts'
import type { Staging } from '../transactions/staging.ts'
import { withArrayKeys } from './array-keys.ts'

/** An action as a client sends it: https://www.sanity.io/docs/http-reference/actions */
export interface Action {
  actionType: string
  [argument: string]: unknown
}

type Arguments = Record<string, unknown>

const PREFIX = 'sanity.action.document.'

/**
 * Applies one action as mutations. Throws a `LakeError`: 400 for an unknown action, 409 for a conflict with the
 * documents.
 */
export function applyAction(action: Action, staging: Staging): void {
  if (!isRecord(action) || typeof action.actionType !== 'string') {
    throw invalid('An action must be an object with an actionType')
  }
  checkValue(action)
  const name = action.actionType.startsWith(PREFIX)
    ? action.actionType.slice(PREFIX.length)
    : undefined
  const apply = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!apply) {
    const type = JSON.stringify(action.actionType).slice(0, 100)
    throw invalid(`The action ${type} is not supported`)
  }
  apply(action, staging)
}

const ACTIONS: Record<string, (action: Arguments, staging: Staging) => void> = {
  create,
  edit,
  publish,
  unpublish,
  discard,
  delete: remove,
  replaceDraft,
  'version.create': createVersion,
  'version.discard': discard,
  'version.replace': replaceVersion,
  'version.unpublish': unpublishVersion,
}

function create(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const attributes = attributesOf(action, 'attributes')
  const id = attributes._id === undefined ? `drafts.${published}` : attributes._id
  if (id !== published) versionIdOf({ versionId: id }, published)
  const taken = [String(id), published].find((one) => staging.get(one))
  if (taken === undefined) {
    staging.apply({ create: withArrayKeys({ ...attributes, _id: id }) })
  } else if (action.ifExists !== 'ignore') throw documentExists(taken)
}

function edit(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  if (!isRecord(action.patch)) throw invalid('patch must be an object')
  if (!staging.get(version)) copy(existing(staging, published), version, staging)
  const { id, query, params, ...patch } = action.patch
  staging.apply({ patch: { ...withArrayKeys(patch), id: version } })
}

function publish(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  const draft = existing(staging, version)
  const before = staging.get(published)
  checkRevisionOf(version, draft._rev, action.ifDraftRevisionId ?? action.ifVersionRevisionId)
  checkRevisionOf(published, before?._rev, action.ifPublishedRevisionId)
  const { _rev, _updatedAt, ...content } = draft
  const _createdAt = before?._createdAt ?? draft._createdAt
  const document = { ...(strengthened(content) as object), _id: published, _createdAt }
  staging.apply({ createOrReplace: document })
  staging.apply({ delete: { id: version } })
}

function unpublish(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  const document = existing(staging, published)
  if (!staging.get(version)) copy(document, version, staging)
  staging.apply({ delete: { id: published } })
}

function discard(action: Arguments, staging: Staging): void {
  const version = versionIdOf(action)
  existing(staging, version)
  staging.apply({ delete: { id: version } })
  if (action.purge === true) staging.purged.add(version)
}

/**
 * Deletes a document with its listed drafts. Throws if the document has a draft that is not listed: it would remain
 * without its document.
 */
function remove(action: Arguments, staging: Staging): void {
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

function replaceDraft(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const attributes = attributesOf(action, 'attributes')
  const id = versionIdOf({ versionId: attributes._id ?? `drafts.${published}` }, published)
  staging.apply({ createOrReplace: withArrayKeys({ ...attributes, _id: id }) })
}

function createVersion(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  if (action.document !== undefined) {
    const document = attributesOf(action, 'document')
    const id = versionIdOf({ versionId: document._id }, published)
    staging.apply({ create: withArrayKeys({ ...document, _id: id }) })
    return
  }
  const version = versionIdOf(action, published)
  const base = existing(staging, publishedIdOf({ publishedId: action.baseId }, true))
  checkRevisionOf(base._id, base._rev, action.ifBaseRevisionId)
  copy(base, version, staging)
}

function replaceVersion(action: Arguments, staging: Staging): void {
  const document = attributesOf(action, 'document')
  const id = versionIdOf({ versionId: document._id })
  existing(staging, id)
  staging.apply({ createOrReplace: withArrayKeys({ ...document, _id: id }) })
}

/** Marks a version so that publishing its release unpublishes the document. */
function unpublishVersion(action: Arguments, staging: Staging): void {
  const published = publishedIdOf(action)
  const version = versionIdOf(action, published)
  if (!staging.get(version)) copy(existing(staging, published), version, staging)
  staging.apply({ patch: { id: version, set: { '_system.delete': true } } })
}

function copy(document: SanityDocument, id: string, staging: Staging): void {
  const { _rev, _updatedAt, ...content } = document
  staging.apply({ create: { ...content, _id: id } })
}

/**
 * Returns the action's `publishedId`. Throws a `LakeError` 400 for another id. `orVersion` also accepts drafts and
 * versions.
 */
function publishedIdOf({ publishedId: id }: Arguments, orVersion = false): string {
  checkDocumentId(id)
  if (orVersion || publishedId(id) === id) return id
  throw invalid(`"${id}" is not the id of a published document`)
}

/**
 * Returns the action's `versionId`, formerly `draftId`. Throws a `LakeError` 400 unless it is a version (of the given
 * document).
 */
function versionIdOf({ versionId, draftId }: Arguments, published?: string): string {
  const id = versionId ?? draftId
  checkDocumentId(id)
  const base = publishedId(id)
  if (base === id) throw invalid(`"${id}" is not the id of a draft or version`)
  if (published === undefined || base === published) return id
  throw invalid(`"${id}" is not a draft or version of "${published}"`)
}

/** Returns a document from the action's arguments without its old revision. */
function attributesOf(action: Arguments, name: string): Arguments {
  const value = action[name]
  if (!isRecord(value)) throw invalid(`${name} must be an object`)
  const { _rev, _updatedAt, ...attributes } = value
  return attributes
}

/** Checks a revision. The error contains the document's id, because an action can affect several documents. */
function checkRevisionOf(id: string, current: string | undefined, expected: unknown): void {
  checkRevision(id, current, expected, ` of "${id}"`)
}

function existing(staging: Staging, id: string): SanityDocument {
  const document = staging.get(id)
  if (!document) throw documentNotFound(id)
  return document
}

/**
 * Returns content as it is published: a weak reference with `_strengthenOnPublish` becomes strong, unless that object
 * has `weak: true`.
 */
function strengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthened)
  if (!isRecord(value)) return value
  if (typeof value._ref === 'string' && value._strengthenOnPublish !== undefined) {
    const { _strengthenOnPublish: wanted, _weak, ...reference } = value
    return isRecord(wanted) && wanted.weak === true ? { ...reference, _weak } : reference
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strengthened(inner)]))
}

function invalid(reason: string): LakeError {
  return new LakeError(400, 'actionError', reason.slice(0, 300))
}
