import { isDeepStrictEqual } from 'node:util'
import type { Mutation, SanityDocument } from '../documents/document.ts'
import { publishedId } from '../documents/ids.ts'
import { isRecord } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'
import { isRelease, type ReleaseDocument, releaseDocumentId } from '../releases/release.ts'
import type { Staging } from '../transactions/staging.ts'
import { unpublish } from './document-actions.ts'
import { publishVersion } from './publish-version.ts'

/**
 * Publishes all versions of a release. A document whose version is marked to be unpublished becomes a draft, as at Sanity.
 *
 * Throws a `LakeError` 409 if such a document is not published.
 */
export function publishRelease(release: ReleaseDocument, staging: Staging): void {
  const versions = staging.versionsOf(release.name)
  for (const version of versions) {
    const published = publishedId(version._id)
    if (unpublishes(version)) {
      unpublish({ publishedId: published, draftId: `drafts.${published}` }, staging)
      staging.apply({ delete: { id: version._id } })
    } else {
      removeSameDraft(version, published, staging)
      publishVersion(version, published, staging)
    }
  }
  closeRelease(
    release,
    versions,
    { state: 'published', publishedAt: staging.revision.timestamp },
    staging,
  )
  followRevisions(
    versions.map(({ _id }) => publishedId(_id)),
    staging,
  )
}

/**
 * Publishes a release whose time has come. Does nothing if it is no longer scheduled.
 *
 * Throws a `LakeError` 409 if someone published, unpublished, or deleted one of its documents after it was scheduled:
 * publishing would undo that, and nobody is watching.
 */
export function publishScheduled(name: string, staging: Staging): void {
  const release = staging.get(releaseDocumentId(name))
  if (!isRelease(release) || release.state !== 'scheduled') return
  for (const { id, rev } of release.replacedRevisions ?? []) {
    const current = staging.get(id)?._rev ?? null
    if (current === rev) continue
    const change = current === null ? 'unpublished or deleted' : 'published'
    const reason = `Document "${id}" was ${change} after the release was scheduled. Check the document, then schedule the release again`
    throw new LakeError(409, 'documentRevisionIDDoesNotMatchError', reason, { id })
  }
  publishRelease(release, staging)
}

/** Makes a scheduled release active again, with the reason why it could not be published. */
export function failScheduled(name: string, message: string, staging: Staging): void {
  const release = staging.get(releaseDocumentId(name))
  if (!isRelease(release) || release.state !== 'scheduled') return
  unscheduleRelease(release, staging, { error: { message } })
}

/** Makes a scheduled release active, which unlocks its versions. */
export function unscheduleRelease(release: ReleaseDocument, staging: Staging, set = {}): void {
  const unset = ['publishAt', 'scheduledBy', 'replacedRevisions']
  staging.applySystem({ patch: { id: release._id, set: { state: 'active', ...set }, unset } })
}

/** Writes the final state of a release, and the ids of its versions, which the history still has. */
export function closeRelease(
  { _id: id }: ReleaseDocument,
  versions: readonly SanityDocument[],
  set: Partial<ReleaseDocument>,
  staging: Staging,
): void {
  const finalDocumentStates = versions.map(({ _id }) => ({ id: _id }))
  const unset = ['error', 'scheduledBy', 'replacedRevisions']
  staging.applySystem({ patch: { id, set: { ...set, finalDocumentStates }, unset } })
}

/**
 * Records the new revisions of published documents in the scheduled releases that replace them later, so that those
 * releases still publish. Releases that follow each other, and migrations, are not conflicts. Leaves a revision that
 * did not match before.
 */
export function followRevisions(ids: readonly string[], staging: Staging): void {
  const changed = new Set(ids)
  for (const name of staging.releases.scheduled) {
    const release = staging.get(releaseDocumentId(name))
    if (!isRelease(release) || release.state !== 'scheduled') continue
    const replacedRevisions = (release.replacedRevisions ?? []).map((replaced) => {
      const { id, rev } = replaced
      const matched = changed.has(id) && rev === (staging.stored(id)?._rev ?? null)
      return matched ? { id, rev: staging.get(id)?._rev ?? null } : replaced
    })
    if (isDeepStrictEqual(replacedRevisions, release.replacedRevisions ?? [])) continue
    staging.applySystem({ patch: { id: release._id, set: { replacedRevisions } } } as Mutation)
  }
}

function unpublishes({ _system }: SanityDocument): boolean {
  return isRecord(_system) && _system.delete === true
}

/** Deletes the draft if it has the version's content: it contains no change after the version is published. */
function removeSameDraft(version: SanityDocument, published: string, staging: Staging): void {
  const id = `drafts.${published}`
  const draft = staging.get(id)
  if (draft && isDeepStrictEqual(contentOf(draft), contentOf(version))) {
    staging.apply({ delete: { id } })
  }
}

function contentOf({ _id, _rev, _createdAt, _updatedAt, _system, ...content }: SanityDocument) {
  return content
}
