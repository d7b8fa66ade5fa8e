import type { SanityDocument } from './document.ts'
import { type Perspective, resolve, visibleId } from './perspective.ts'
import type { DocumentChange } from './transaction.ts'
import { View } from './view.ts'

const MAX_VIEWS = 12
const REBUILD_FROM_CHANGES = 200

/** The views of a dataset, built when first asked for and kept up to date. */
export class Views {
  readonly #stored: ReadonlyMap<string, SanityDocument>
  readonly #views = new Map<string, { perspective: Perspective; view: View }>()

  constructor(stored: ReadonlyMap<string, SanityDocument>) {
    this.#stored = stored
  }

  of(perspective: Perspective): View {
    const key = String(perspective)
    let entry = this.#views.get(key)
    if (!entry) {
      entry = { perspective, view: this.#build(perspective) }
      const [oldest] = this.#views.keys()
      if (this.#views.size >= MAX_VIEWS && oldest !== undefined) this.#views.delete(oldest)
    }
    // Last in the map is the one used last.
    this.#views.delete(key)
    this.#views.set(key, entry)
    return entry.view
  }

  /** To be called after the stored documents have changed. */
  update(changes: readonly Pick<DocumentChange, 'id'>[]): void {
    if (changes.length >= REBUILD_FROM_CHANGES) {
      this.#views.clear()
      return
    }
    for (const { perspective, view } of this.#views.values()) {
      for (const change of changes) {
        const id = visibleId(perspective, change.id)
        view.replace(id, resolve(perspective, id, this.#stored))
      }
    }
  }

  #build(perspective: Perspective): View {
    const ids = new Set<string>()
    for (const id of this.#stored.keys()) ids.add(visibleId(perspective, id))
    const visible: SanityDocument[] = []
    for (const id of ids) {
      const document = resolve(perspective, id, this.#stored)
      if (document) visible.push(document)
    }
    return new View(visible)
  }
}
