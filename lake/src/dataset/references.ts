import type { SanityDocument } from '../documents/document.ts'
import { strongReferences } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'

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

/** Throws a `LakeError` 409 for a missing target of a strong reference. `after` maps touched ids to states, `get` sees all. */
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
    // Touched referrers are checked above.
    const referrers = [...index.referrersOf(id)].filter((other) => !after.has(other) && get(other))
    if (referrers.length === 0) continue
    const reason = `Document "${id}" cannot be deleted as there are references to it from "${referrers[0]}"`
    const details = { id, referencingIDs: referrers.slice(0, 100) }
    throw new LakeError(409, 'documentHasExistingReferencesError', reason, details)
  }
}
