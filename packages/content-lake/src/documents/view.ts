import { LRUCache } from 'lru-cache'
import { byId, type Documents, type SanityDocument } from './document.ts'
import type { Path } from './indexes/attribute.ts'
import { Indexes, type Lookup } from './indexes/indexes.ts'
import { type Perspective, resolve, visibleId } from './perspective.ts'

/**
 * The documents of a perspective, ordered by id. Returned lists are never changed, because a query's result may
 * contain them.
 */
export class View {
  readonly byId: Map<string, SanityDocument>
  /**
   * Lists of all documents (key undefined) or of one type. Built on demand and removed when a document of the type
   * changes.
   */
  readonly #lists = new Map<string | undefined, readonly SanityDocument[]>()

  readonly #indexes: Indexes = new Indexes(() => this.byId.values())

  constructor(documents: Iterable<SanityDocument>) {
    this.byId = new Map([...documents].sort(byId).map((document) => [document._id, document]))
  }

  get documents(): readonly SanityDocument[] {
    return this.#list()
  }

  withIds(ids: ReadonlySet<string>): SanityDocument[] {
    const found = [...ids].sort().map((id) => this.byId.get(id))
    return found.filter((document) => document !== undefined)
  }

  withTypes(types: ReadonlySet<string>): readonly SanityDocument[] {
    const lists = [...types].map((type) => this.#list(type))
    return lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort(byId)
  }

  /** Returns the documents that refer to one of the ids, in any way that GROQ's `references()` finds. */
  withReferencesTo(ids: ReadonlySet<string>): SanityDocument[] {
    return [...this.#indexes.referringTo(ids)].sort(byId)
  }

  /** Returns at least the documents that pass a lookup, or undefined if all documents must be searched. */
  withLookup(lookup: Lookup): SanityDocument[] | undefined {
    const found = this.#indexes.find(lookup)
    return found && [...found].sort(byId)
  }

  /** Returns all documents, or those of a type, ordered by an attribute. The list changes with the view. */
  sortedBy(path: Path, type: string | undefined): readonly SanityDocument[] {
    return this.#indexes.sorted(path, type)
  }

  replace(id: string, next: SanityDocument | undefined): void {
    const before = this.byId.get(id)
    this.#indexes.replace(before, next)
    if (next) this.byId.set(id, next)
    else this.byId.delete(id)
    for (const type of [undefined, before?._type, next?._type]) this.#lists.delete(type)
  }

  /**
   * Returns the list for a type, or for all documents. The map is nearly sorted, so sorting is fast. Unknown types
   * are not cached, because clients can send any number of them.
   */
  #list(type?: string): readonly SanityDocument[] {
    const known = this.#lists.get(type)
    if (known) return known
    const all = [...this.byId.values()]
    const found = type === undefined ? all : all.filter((document) => document._type === type)
    if (found.length > 0) this.#lists.set(type, found.sort(byId))
    return found
  }
}

const REBUILD_FROM_CHANGES = 200

/** Caches the most recently used views. */
export class Views {
  /** By perspective. */
  readonly #views = new LRUCache<string, { perspective: Perspective; view: View }>({ max: 12 })

  constructor(private readonly stored: Documents) {}

  of(perspective: Perspective): View {
    const key = String(perspective)
    const known = this.#views.get(key)
    if (known) return known.view
    const view = this.#build(perspective)
    this.#views.set(key, { perspective, view })
    return view
  }

  /** Updates the views. Must be called after the stored documents have changed. */
  update(changes: readonly { id: string }[]): void {
    if (changes.length >= REBUILD_FROM_CHANGES) {
      this.#views.clear()
      return
    }
    for (const { perspective, view } of this.#views.values()) {
      for (const change of changes) {
        const id = visibleId(perspective, change.id)
        view.replace(id, resolve(perspective, id, this.stored))
      }
    }
  }

  #build(perspective: Perspective): View {
    const ids = new Set([...this.stored.keys()].map((id) => visibleId(perspective, id)))
    const visible = [...ids].map((id) => resolve(perspective, id, this.stored))
    return new View(visible.filter((document) => document !== undefined))
  }
}
