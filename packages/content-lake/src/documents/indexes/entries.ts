import type { SanityDocument } from '../document.ts'
import type { Scalar } from './attribute.ts'

/** Documents by their entries, such as the words in an attribute. */
export class Entries {
  readonly #documents = new Map<Scalar, SanityDocument | Set<SanityDocument>>()
  #free: number

  constructor(
    readonly entriesOf: (document: SanityDocument) => Iterable<Scalar>,
    maxEntries: number = Number.POSITIVE_INFINITY,
  ) {
    this.#free = maxEntries
  }

  get isFull(): boolean {
    return this.#free < 0
  }

  fill(documents: Iterable<SanityDocument>): void {
    for (const document of documents) this.add(document)
  }

  add(document: SanityDocument): void {
    for (const entry of this.entriesOf(document)) {
      if (--this.#free < 0) {
        this.#documents.clear()
        return
      }
      const known = this.#documents.get(entry)
      if (known instanceof Set) known.add(document)
      else if (known === undefined || known === document) this.#documents.set(entry, document)
      else this.#documents.set(entry, new Set([known, document]))
    }
  }

  remove(document: SanityDocument): void {
    for (const entry of this.entriesOf(document)) {
      const known = this.#documents.get(entry)
      const isKnown = known instanceof Set ? known.delete(document) : known === document
      if (!isKnown) continue
      this.#free++
      if (known === document || (known instanceof Set && known.size === 0))
        this.#documents.delete(entry)
    }
  }

  withAny(entries: Iterable<Scalar>): Set<SanityDocument> {
    const found = new Set<SanityDocument>()
    for (const entry of entries) for (const document of this.#at(entry)) found.add(document)
    return found
  }

  /** Returns the documents with the rarest of the words, in which `*` and `.` stand for other characters. */
  withAll(words: readonly string[]): Set<SanityDocument> {
    const found = words.map((word) => this.withAny(this.#matching(word)))
    return found.reduce((least, other) => (other.size < least.size ? other : least))
  }

  #matching(word: string): Scalar[] {
    if (!/[*.]/.test(word)) return [word]
    const pattern = new RegExp(`^${word.replaceAll('*', '.*')}$`, 'i')
    return [...this.#documents.keys()].filter((entry) => pattern.test(String(entry)))
  }

  #at(entry: Scalar): Iterable<SanityDocument> {
    const known = this.#documents.get(entry)
    return known instanceof Set ? known : known ? [known] : []
  }
}
