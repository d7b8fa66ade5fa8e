import type { SanityDocument } from './document.ts'
import { walk } from './values.ts'

/** The names of an attribute and those around it, outermost first: `['slug', 'current']`. */
export type Path = readonly string[]

export type Scalar = string | number | boolean

/** The values that a document may have in an attribute, or the words that it needs there. */
export type Lookup = { path: Path; values: ReadonlySet<Scalar> } | { path: Path; words: string[] }

/** Maximum number of indexes of one view. The one that was not used for the longest time goes first. */
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

  /** Returns at least the documents that pass the lookup, in any order, or undefined if there is no index for it. */
  find(lookup: Lookup): Iterable<SanityDocument> | undefined {
    const name = JSON.stringify([...lookup.path, 'values' in lookup])
    const entries = (entriesOf: (value: unknown) => Iterable<Scalar>, maxEntries?: number) =>
      this.#index(name, () => {
        return new Entries((document) => entriesOf(valueAt(document, lookup.path)), maxEntries)
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

/** Documents by their entries, such as the words in an attribute. */
class Entries {
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

/** Documents in the order of an attribute. */
class Sorted {
  documents: SanityDocument[] = []

  constructor(
    readonly path: Path,
    readonly type: string | undefined,
  ) {}

  fill(documents: Iterable<SanityDocument>): void {
    const keyed: [SanityDocument, unknown][] = []
    for (const document of documents) {
      if (this.#includes(document)) keyed.push([document, valueAt(document, this.path)])
    }
    keyed.sort(([a, left], [b, right]) => compareValues(left, right) || (a._id < b._id ? -1 : 1))
    this.documents = keyed.map(([document]) => document)
  }

  add(document: SanityDocument): void {
    if (this.#includes(document)) this.documents.splice(this.#positionOf(document), 0, document)
  }

  remove(document: SanityDocument): void {
    const at = this.#positionOf(document)
    if (this.documents[at] === document) this.documents.splice(at, 1)
  }

  #includes({ _type }: SanityDocument): boolean {
    return this.type === undefined || _type === this.type
  }

  #positionOf(document: SanityDocument): number {
    const value = valueAt(document, this.path)
    let [low, high] = [0, this.documents.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.documents[middle] as SanityDocument
      const order = compareValues(valueAt(other, this.path), value)
      if (order < 0 || (order === 0 && other._id < document._id)) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Returns an attribute's value, or undefined. */
export function valueAt(document: SanityDocument, path: Path): unknown {
  let value: unknown = document
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    if (!Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

const TYPE_ORDER = ['number', 'string', 'boolean']

/** Compares JSON values as GROQ's `order()` does: numbers, strings, booleans, then all others, which are equal. */
export function compareValues(left: unknown, right: unknown): number {
  const [a, b] = [TYPE_ORDER.indexOf(typeof left), TYPE_ORDER.indexOf(typeof right)]
  if (a !== b) return a === -1 ? 1 : b === -1 ? -1 : a - b
  if (a === -1) return 0
  const [one, other] = [left as string, right as string]
  return one < other ? -1 : one > other ? 1 : 0
}

function scalarsIn(value: unknown): Scalar[] {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  return isScalar ? [value as Scalar] : []
}

const MAX_WORD_LENGTH = 1024

function referencesIn(document: SanityDocument): Set<string> {
  const ids = new Set<string>()
  walk(document, ({ _ref }) => typeof _ref === 'string' && ids.add(_ref))
  return ids
}

/** Dots at the edge of a word, and the characters between words, of the operator `match`. */
const EDGE_DOTS = /\b\.+|\.+\b/g
const BETWEEN_WORDS = /[!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/
const BETWEEN_PATTERNS = /[!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/

function wordsIn(value: unknown): Set<string> {
  const words = new Set<string>()
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text !== 'string') continue
    for (const word of text.replace(EDGE_DOTS, '').split(BETWEEN_WORDS)) {
      if (word) words.add(word.toUpperCase())
    }
  }
  return words
}

/** Returns the words on the right of `match`, in upper case. */
export function patternsIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.replace(EDGE_DOTS, '').split(BETWEEN_PATTERNS))
  return words.filter(Boolean).map((word) => word.slice(0, MAX_WORD_LENGTH).toUpperCase())
}
