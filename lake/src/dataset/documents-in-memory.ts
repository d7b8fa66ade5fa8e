import type { SanityDocument } from '../documents/document.ts'
import type { Perspective } from '../documents/perspective.ts'
import type { DocumentChange } from '../documents/transaction.ts'
import type { View } from '../documents/view.ts'
import { Views } from '../documents/views.ts'
import { ReferenceIndex } from './references.ts'

/** All stored documents in memory, by id, with what is derived from them. */
export class DocumentsInMemory {
  readonly #documents = new Map<string, SanityDocument>()
  readonly #views = new Views(this.#documents)
  /** Who refers strongly to whom. */
  readonly references = new ReferenceIndex()

  get size(): number {
    return this.#documents.size
  }

  get(id: string): SanityDocument | undefined {
    return this.#documents.get(id)
  }

  ids(): IterableIterator<string> {
    return this.#documents.keys()
  }

  /** In no particular order. */
  all(): IterableIterator<SanityDocument> {
    return this.#documents.values()
  }

  /** What a perspective shows of them. */
  viewOf(perspective: Perspective): View {
    return this.#views.of(perspective)
  }

  /** Takes in the stored documents, before any view is asked for. */
  load(documents: Iterable<SanityDocument>): void {
    for (const document of documents) this.#replace(document._id, undefined, document)
  }

  /** Takes in what a transaction has changed. */
  update(changes: readonly DocumentChange[]): void {
    for (const { id, before, after } of changes) this.#replace(id, before, after)
    this.#views.update(changes)
  }

  #replace(id: string, before?: SanityDocument, after?: SanityDocument): void {
    if (after) this.#documents.set(id, after)
    else this.#documents.delete(id)
    this.references.replace(id, before, after)
  }
}
