import { isRecord } from '../documents/values.ts'
import { type Arguments, invalid } from './arguments.ts'

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
/** Names that mean something else in a perspective. */
const RESERVED = new Set(['drafts', 'published', 'raw', 'previewDrafts'])

/** Returns an action's `releaseId`, which is the name of the release. Throws a `LakeError` 400 for an invalid one. */
export function releaseNameOf({ releaseId }: Arguments): string {
  if (typeof releaseId === 'string' && NAME.test(releaseId) && !RESERVED.has(releaseId)) {
    return releaseId
  }
  throw invalid(`Invalid releaseId ${JSON.stringify(releaseId)}`)
}

const MAX_LENGTH = 20_000

const CHOICES = {
  releaseType: ['asap', 'scheduled', 'undecided'],
  cardinality: ['one', 'many', undefined],
}

/** Throws a `LakeError` 400 unless a value can be the metadata of a release. */
export function checkMetadata(metadata: unknown): void {
  if (!isRecord(metadata)) throw invalid('metadata must be an object')
  if (JSON.stringify(metadata).length > MAX_LENGTH) {
    throw invalid(`The metadata of a release can have at most ${MAX_LENGTH} characters`)
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    if (!choices.includes(metadata[name] as string)) {
      throw invalid(`metadata.${name} must be one of ${choices.filter(Boolean).join(', ')}`)
    }
  }
  for (const name of ['title', 'description', 'intendedPublishAt']) {
    const value = metadata[name] ?? ''
    if (typeof value !== 'string') throw invalid(`metadata.${name} must be a string`)
  }
  const { intendedPublishAt: time } = metadata
  if (time && Number.isNaN(Date.parse(String(time)))) {
    throw invalid('metadata.intendedPublishAt must be a date in ISO 8601')
  }
}
