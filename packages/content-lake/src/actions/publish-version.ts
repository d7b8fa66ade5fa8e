import type { SanityDocument } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import type { Staging } from '../transactions/staging.ts'

/** Replaces the published document with a draft or version, and deletes that. */
export function publishVersion(version: SanityDocument, published: string, staging: Staging): void {
  const { _rev, _updatedAt, _system, ...content } = version
  const _createdAt = staging.get(published)?._createdAt ?? version._createdAt
  const document = { ...(strengthened(content) as object), _id: published, _createdAt }
  staging.apply({ createOrReplace: document })
  staging.apply({ delete: { id: version._id } })
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
