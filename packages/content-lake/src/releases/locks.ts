import type { SanityDocument } from '../documents/document.ts'
import { LakeError } from '../errors/errors.ts'
import { releaseLimits } from '../limits/limits.ts'
import { type ReleaseDocument, releaseDocumentId, releaseOf } from './release.ts'

type Get = (id: string) => SanityDocument | undefined

/**
 * Throws a `LakeError` 409 if a transaction changes a version of a scheduled release, adds a version to a published or
 * archived release, or adds more versions than a release may have. Compares the states before and after the
 * transaction, so that one transaction can change versions and schedule their release.
 *
 * @param after the new state of each touched document
 * @param get returns any document as the transaction leaves it
 * @param stored returns any document as it was before
 * @param countVersions returns the number of a release's versions after the transaction
 */
export function checkVersions(
  after: ReadonlyMap<string, SanityDocument | undefined>,
  get: Get,
  stored: Get,
  countVersions: (release: string) => number,
): void {
  const grown = new Set<string>()
  for (const [id, version] of after) {
    const name = releaseOf(id)
    if (name === undefined) continue
    const [before, now] = [stored, get].map((from) => stateOf(name, from))
    if (before === 'scheduled' && now === 'scheduled') {
      throw new LakeError(
        409,
        'documentLockedError',
        `Document "${id}" is locked because its release is scheduled. Unschedule the release to change it`,
        { id },
      )
    }
    if (version && (now === 'published' || now === 'archived')) {
      const reason = `Document "${id}" cannot be changed because its release is ${now}`
      throw new LakeError(409, 'releaseStateError', reason, { id })
    }
    if (version && !stored(id)) grown.add(name)
  }
  for (const name of grown) {
    if (countVersions(name) <= releaseLimits.versions) continue
    const reason = `A release can have at most ${releaseLimits.versions} documents`
    throw new LakeError(409, 'releaseDocumentLimitExceededError', reason)
  }
}

function stateOf(name: string, get: Get): ReleaseDocument['state'] | undefined {
  const release = get(releaseDocumentId(name)) as ReleaseDocument | undefined
  return release?.state
}
