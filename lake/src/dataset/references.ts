import type { SanityDocument } from '../documents/document.ts'
import { strongReferences } from '../documents/strong-references.ts'
import { LakeError } from '../errors/errors.ts'

/** Who refers strongly to whom. */
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
      for (const target of strongReferences(document).keys()) {
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
