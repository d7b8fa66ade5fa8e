import type { SanityDocument } from '../documents/document.ts'
import { LakeError } from '../errors/errors.ts'

/** The ids that a document refers to strongly: neither `_weak` nor in another dataset. */
function strongReferences(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) strongReferences(item, found)
  } else if (typeof value === 'object' && value !== null) {
    const { _ref, _weak, _dataset, _projectId } = value as Record<string, unknown>
    if (typeof _ref === 'string' && _weak !== true && !_dataset && !_projectId) found.add(_ref)
    for (const item of Object.values(value)) strongReferences(item, found)
  }
  return found
}

/** Who refers strongly to whom. */
export class ReferenceIndex {
  readonly #referrers = new Map<string, Set<string>>()

  replace(id: string, before: SanityDocument | undefined, after: SanityDocument | undefined): void {
    for (const target of strongReferences(before)) {
      const referrers = this.#referrers.get(target)
      referrers?.delete(id)
      if (referrers?.size === 0) this.#referrers.delete(target)
    }
    for (const target of strongReferences(after)) {
      const referrers = this.#referrers.get(target)
      if (referrers) referrers.add(id)
      else this.#referrers.set(target, new Set([id]))
    }
  }

  referrersOf(id: string): ReadonlySet<string> {
    return this.#referrers.get(id) ?? new Set()
  }
}

/**
 * Throws a `LakeError` 409 when a transaction would leave a strong reference
 * without its document. `after` maps each touched id to its state at the end of the
 * transaction; `get` sees the whole dataset at that point.
 */
export function checkReferences(
  after: ReadonlyMap<string, SanityDocument | undefined>,
  get: (id: string) => SanityDocument | undefined,
  index: ReferenceIndex,
): void {
  for (const [id, document] of after) {
    if (document) {
      for (const target of strongReferences(document)) {
        if (!get(target)) {
          throw new LakeError(
            409,
            'documentReferenceDoesNotExistError',
            `Document "${id}" references non-existent document "${target}"`,
            { id, referenceID: target },
          )
        }
      }
      continue
    }
    const referrers = [...index.referrersOf(id)].filter((other) => {
      // A referrer that the transaction touched has been looked at above.
      return !after.has(other) && get(other)
    })
    if (referrers.length > 0) {
      throw new LakeError(
        409,
        'documentHasExistingReferencesError',
        `Document "${id}" cannot be deleted as there are references to it from "${referrers[0]}"`,
        { id, referencingIDs: referrers.slice(0, 100) },
      )
    }
  }
}
