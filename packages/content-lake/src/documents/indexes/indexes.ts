import type { SanityDocument } from '../document.ts'
import { walk } from '../values.ts'
import { attributeAt, type Path, type Scalar } from './attribute.ts'
import { Entries } from './entries.ts'
import { Sorted } from './sorted.ts'
import { wordsIn } from './words.ts'

/** The values that a document may have in an attribute, or the words that it needs there. */
export type Lookup = { path: Path; values: ReadonlySet<Scalar> } | { path: Path; words: string[] }

/** Maximum number of indexes of one view. The least recently used one is evicted first. */
const MAX_INDEXES = 12

/** Maximum number of entries in an index of words. Texts with more are searched without an index. */
const MAX_WORDS = 4_000_000

/**
 * Indexes of the documents of a view by their attributes. An index is built when it is first needed, and then follows
 * all changes. A query's time limit can stop this code anywhere, so an index is only stored when it is complete.
 */
export class Indexes {
  readonly #indexes = new Map<string, Entries | Sorted>()
  readonly #documents: () => Iterable<SanityDocument>

  constructor(documents: () => Iterable<SanityDocument>) {
    this.#documents = documents
  }

  /**
   * Returns all documents that pass the lookup, and possibly others, in any order. Returns undefined if there is no index
   * for it.
   */
  find(lookup: Lookup): Iterable<SanityDocument> | undefined {
    const name = JSON.stringify([...lookup.path, 'values' in lookup])
    const entries = (entriesOf: (value: unknown) => Iterable<Scalar>, maxEntries?: number) =>
      this.#index(name, () => {
        return new Entries((document) => entriesOf(attributeAt(document, lookup.path)), maxEntries)
      })
    if ('values' in lookup) return entries(scalarsIn).withAny(lookup.values)
    const index = entries(wordsIn, MAX_WORDS)
    return index.isFull ? undefined : index.withAll(lookup.words)
  }

  /** Returns the documents with a reference to one of the ids, in any order. */
  referringTo(ids: Iterable<string>): Iterable<SanityDocument> {
    return this.#index('references', () => new Entries(referencesIn)).withAny(ids)
  }

  /** Returns all documents, or those of a type, ordered by an attribute as GROQ's `order()` does, then by id. */
  sorted(path: Path, type: string | undefined): readonly SanityDocument[] {
    const name = JSON.stringify([path, type ?? null])
    return this.#index(name, () => new Sorted(path, type)).documents
  }

  replace(before: SanityDocument | undefined, after: SanityDocument | undefined): void {
    for (const index of this.#indexes.values()) {
      if (before) index.remove(before)
      if (after) index.add(after)
    }
  }

  #index<Kind extends Entries | Sorted>(name: string, create: () => Kind): Kind {
    const known = this.#indexes.get(name) as Kind | undefined
    const index = known ?? create()
    if (!known) index.fill(this.#documents())
    this.#indexes.delete(name)
    this.#indexes.set(name, index)
    const [oldest] = this.#indexes.keys()
    if (oldest !== undefined && this.#indexes.size > MAX_INDEXES) this.#indexes.delete(oldest)
    return index
  }
}

function scalarsIn(value: unknown): Scalar[] {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  return isScalar ? [value as Scalar] : []
}

function referencesIn(document: SanityDocument): Set<string> {
  const ids = new Set<string>()
  walk(document, ({ _ref }) => typeof _ref === 'string' && ids.add(_ref))
  return ids
}
