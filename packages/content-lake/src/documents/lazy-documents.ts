import { type Documents, type SanityDocument, withNeutralUrl } from './document.ts'

/** Documents by id. A document that was read as JSON is parsed when it is first used: most of them never are. */
export class LazyDocuments implements Documents {
  readonly #documents = new Map<string, SanityDocument | string>()

  get size(): number {
    return this.#documents.size
  }

  get(id: string): SanityDocument | undefined {
    const found = this.#documents.get(id)
    if (typeof found !== 'string') return found
    const document = parseDocument(found)
    this.#documents.set(id, document)
    return document
  }

  set(id: string, document: SanityDocument | string): void {
    this.#documents.set(id, document)
  }

  delete(id: string): void {
    this.#documents.delete(id)
  }

  keys(): IterableIterator<string> {
    return this.#documents.keys()
  }

  /** Returns the documents as they are now. Those that nobody has used yet are parsed one at a time, and not kept. */
  snapshot(): Iterable<SanityDocument> {
    const all = [...this.#documents.values()]
    return (function* () {
      for (const one of all) yield typeof one === 'string' ? parseDocument(one) : one
    })()
  }

  *values(): IterableIterator<SanityDocument> {
    for (const id of this.keys()) yield this.get(id) as SanityDocument
  }
}

/** Parses a stored document. */
export function parseDocument(json: string): SanityDocument {
  return withNeutralUrl(JSON.parse(json))
}
