import { isDeepStrictEqual } from 'node:util'
import type { Mutation } from '../documents/document.ts'
import { publishedId } from '../documents/ids.ts'
import { isRecord } from '../documents/values.ts'
import { documentExists, LakeError } from '../errors/errors.ts'
import { releaseLimits } from '../limits/limits.ts'
import { isRelease, type ReleaseDocument, releaseDocumentId } from '../releases/release.ts'
import type { Staging } from '../transactions/staging.ts'
import { type Arguments, attributesOf, existing, invalid } from './arguments.ts'
import { closeRelease, publishRelease, unscheduleRelease } from './publish-release.ts'
import { checkMetadata, releaseNameOf } from './release-arguments.ts'

type State = ReleaseDocument['state']

/** The actions on releases: https://www.sanity.io/docs/http-reference/actions */
export const releaseActions: Record<string, (action: Arguments, staging: Staging) => void> = {
  'release.create': create,
  'release.import': importRelease,
  'release.edit': edit,
  'release.schedule': schedule,
  'release.unschedule': (action, staging) =>
    unscheduleRelease(releaseIn(['scheduled'], action, staging), staging),
  'release.publish': (action, staging) =>
    publishRelease(releaseIn(['active'], action, staging), staging),
  'release.archive': archive,
  'release.unarchive': unarchive,
  'release.delete': (action, staging) =>
    staging.applySystem({
      delete: { id: releaseIn(['published', 'archived'], action, staging)._id },
    }),
}

function create(action: Arguments, staging: Staging): void {
  const name = releaseNameOf(action)
  const id = releaseDocumentId(name)
  const { metadata = {} } = action
  if (!isRecord(metadata)) throw invalid('metadata must be an object')
  const release = {
    ...{ _id: id, _type: 'system.release', name, state: 'active' },
    metadata: { releaseType: 'undecided', ...metadata },
    userId: staging.revision.author,
  }
  checkMetadata(release.metadata)
  if (staging.get(id)) throw documentExists(id)
  staging.applySystem({ create: release })
  checkLimits(staging)
}

/** Creates a release from an export, as `sanity dataset import` does. It is active, see `transferableRelease`. */
function importRelease(action: Arguments, staging: Staging): void {
  const { releaseId, ifExists = 'fail' } = action
  const { metadata } = attributesOf(action, action.document ? 'document' : 'attributes')
  const id = releaseDocumentId(releaseNameOf(action))
  if (!staging.get(id)) create({ releaseId, metadata }, staging)
  else if (ifExists === 'fail') throw documentExists(id)
  else if (ifExists === 'replace') edit({ releaseId, patch: { set: { metadata } } }, staging)
}

/** Changes the metadata of a release. The other attributes change only by the other actions. */
function edit(action: Arguments, staging: Staging): void {
  const before = releaseIn(['active', 'scheduled'], action, staging)
  if (!isRecord(action.patch)) throw invalid('patch must be an object')
  const { id, query, params, ...patch } = action.patch
  staging.applySystem({ patch: { ...patch, id: before._id } } as Mutation)
  const after = existing(staging, before._id)
  checkMetadata(after.metadata)
  const fixed = ({ metadata, _rev, _updatedAt, ...rest }: typeof after) => rest
  if (!isDeepStrictEqual(fixed(before), fixed(after))) {
    throw invalid('Only the metadata of a release can be edited')
  }
}

/** Schedules a release, or changes its time. A time in the past publishes it right away. */
function schedule(action: Arguments, staging: Staging): void {
  const release = releaseIn(['active', 'scheduled'], action, staging)
  const publishAt = new Date(typeof action.publishAt === 'string' ? action.publishAt : '')
  if (Number.isNaN(publishAt.getTime())) throw invalid('publishAt must be a date in ISO 8601')
  const versions = staging.versionsOf(release.name)
  if (release.metadata.cardinality === 'one' && versions.length > 1) {
    throw new LakeError(409, 'releaseStateError', 'A scheduled draft can have only one document')
  }
  const characters = versions.reduce((sum, version) => sum + JSON.stringify(version).length, 0)
  if (characters > releaseLimits.characters) {
    const reason = `The documents of a release can have at most ${releaseLimits.characters} characters. Split the release`
    throw new LakeError(409, 'releaseDocumentLimitExceededError', reason)
  }
  const set = {
    state: 'scheduled',
    publishAt: publishAt.toISOString(),
    scheduledBy: staging.revision.author,
    replacedRevisions: versions.map(({ _id }) => {
      const id = publishedId(_id)
      return { id, rev: staging.get(id)?._rev ?? null }
    }),
  }
  staging.applySystem({ patch: { id: release._id, set, unset: ['error'] } })
}

function archive(action: Arguments, staging: Staging): void {
  const release = releaseIn(['active'], action, staging)
  const versions = staging.versionsOf(release.name)
  if (versions.length > 0) staging.apply({ delete: { id: versions.map(({ _id }) => _id) } })
  closeRelease(release, versions, { state: 'archived' }, staging)
}

/** Restores the versions of an archived release as they were last, from the history. */
function unarchive(action: Arguments, staging: Staging): void {
  const release = releaseIn(['archived'], action, staging)
  for (const { id } of release.finalDocumentStates ?? []) {
    const version = staging.lastState(id)
    if (!version) {
      const reason = `The release cannot be restored, because the history of "${id}" was deleted`
      throw new LakeError(409, 'releaseStateError', reason, { id })
    }
    const { _rev, _updatedAt, ...content } = version
    staging.apply({ create: content })
  }
  const patch = { id: release._id, set: { state: 'active' }, unset: ['finalDocumentStates'] }
  staging.applySystem({ patch })
  checkLimits(staging)
}

/** Returns the release that an action names. Throws a `LakeError` 409 if it is missing or in another state. */
function releaseIn(states: State[], action: Arguments, staging: Staging): ReleaseDocument {
  const name = releaseNameOf(action)
  const release = existing(staging, releaseDocumentId(name))
  if (!isRelease(release)) throw invalid(`"${release._id}" is not a release`)
  if (states.includes(release.state)) return release
  const reason = `The release "${name}" is ${release.state}. This action needs a release that is ${states.join(' or ')}`
  throw new LakeError(409, 'releaseStateError', reason, { id: release._id, state: release.state })
}

/** Throws a `LakeError` 403, which the Studio shows as a limit, if the transaction leaves too many releases. */
function checkLimits({ after, stored, releases }: Staging): void {
  const isOpen = (document: unknown) =>
    isRecord(document) && (document.state === 'active' || document.state === 'scheduled')
  const added = [...after].filter(([, document]) => isRelease(document))
  const opened = added.filter(([id, document]) => isOpen(document) && !isOpen(stored(id)))
  const { all, open } = releases.counts
  const isFull = all + added.filter(([id]) => !stored(id)).length > releaseLimits.total
  if (!isFull && open + opened.length <= releaseLimits.open) return
  const [limit, advice] = isFull
    ? [releaseLimits.total, 'Delete releases that are published or archived']
    : [releaseLimits.open, 'Publish or archive releases that are not needed']
  const reason = `There are already ${limit} releases. ${advice}`
  throw new LakeError(403, 'releaseLimitExceededError', reason, { limit })
}
