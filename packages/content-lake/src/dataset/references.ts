import type { SanityDocument } from '../documents/document.ts'
import { strongReferences } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'

/** Maps each document to the documents with a strong reference to it. */
export class ReferenceIndex {
  readonly #referrers = new Map<string, Set<string>>()

  replace(id: string, before: SanityDocument | undefined, after: SanityDocument | undefined): void {
    for (const target of strongReferences(before).keys()) {
      const referrers = this.#referrers.get(target)
      referrers?.delete(id)
      if (referrers?.size === 0) this.#referrers.delete(target)
    }
    for (const target of strongReferences(after).keys()) {
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
 * Throws a `LakeError` 409 if a strong reference points to a missing document. `after` holds the new state of each
 * touched document; `get` returns any document, touched or not.
 */
export function checkReferences(
  after: ReadonlyMap<string, SanityDocument | undefined>,
  get: (id: string) => SanityDocument | undefined,
  index: ReferenceIndex,
): void {
  for (const [id, document] of after) {
    for (const target of strongReferences(document).keys()) {
      if (get(target)) continue
      const reason = `Document "${id}" references non-existent document "${target}"`
      const details = { id, referenceID: target }
      throw new LakeError(409, 'documentReferenceDoesNotExistError', reason, details)
    }
    if (document) continue
    // Referrers that this transaction touches are checked in the loop above.
    const referrers = [...index.referrersOf(id)].filter((other) => !after.has(other) && get(other))
    if (referrers.length === 0) continue
    const reason = `Document "${id}" cannot be deleted as there are references to it from "${referrers[0]}"`
    const details = { id, referencingIDs: referrers.slice(0, 100) }
    throw new LakeError(409, 'documentHasExistingReferencesError', reason, details)
  }
}
