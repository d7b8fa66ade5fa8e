import type { SanityDocument } from './document.ts'
import { type Perspective, resolve, visibleId } from './perspective.ts'
import { View } from './view.ts'

const MAX_VIEWS = 12
const REBUILD_FROM_CHANGES = 200

export class Views {
  readonly #stored: ReadonlyMap<string, SanityDocument>
  /** By perspective; the last one was used last. */
  readonly #views = new Map<string, { perspective: Perspective; view: View }>()

  constructor(stored: ReadonlyMap<string, SanityDocument>) {
    this.#stored = stored
  }

  of(perspective: Perspective): View {
    const key = String(perspective)
    const entry = this.#views.get(key) ?? { perspective, view: this.#build(perspective) }
    this.#views.delete(key)
    this.#views.set(key, entry)
    const [oldest] = this.#views.keys()
    if (this.#views.size > MAX_VIEWS && oldest !== undefined) this.#views.delete(oldest)
    return entry.view
  }

  /** To be called after the stored documents have changed. */
  update(changes: readonly { id: string }[]): void {
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
    const ids = new Set([...this.#stored.keys()].map((id) => visibleId(perspective, id)))
    const visible = [...ids].map((id) => resolve(perspective, id, this.#stored))
    return new View(visible.filter((document) => document !== undefined))
  }
}
