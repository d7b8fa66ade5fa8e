import { byId, type SanityDocument } from '../document.ts'
import { comparable } from '../text-order.ts'
import { attributeAt, type Path } from './attribute.ts'

/** Documents in the order of an attribute. */
export class Sorted {
  documents: SanityDocument[] = []

  constructor(
    readonly path: Path,
    readonly type: string | undefined,
  ) {}

  fill(documents: Iterable<SanityDocument>): void {
    const keyed: [SanityDocument, unknown][] = []
    for (const document of documents) {
      if (this.#includes(document)) keyed.push([document, attributeAt(document, this.path)])
    }
    keyed.sort(([a, left], [b, right]) => compareValues(left, right) || byId(a, b))
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
    const value = attributeAt(document, this.path)
    let [low, high] = [0, this.documents.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.documents[middle] as SanityDocument
      const order = compareValues(attributeAt(other, this.path), value)
      if (order < 0 || (order === 0 && other._id < document._id)) low = middle + 1
      else high = middle
    }
    return low
  }
}

const TYPE_ORDER = ['number', 'string', 'boolean']

/** Compares JSON values as GROQ's `order()` does: numbers, strings, booleans, then all others, which are equal. */
export function compareValues(left: unknown, right: unknown): number {
  const [a, b] = [TYPE_ORDER.indexOf(typeof left), TYPE_ORDER.indexOf(typeof right)]
  if (a !== b) return a === -1 ? 1 : b === -1 ? -1 : a - b
  if (a === -1) return 0
  const [first, second] = [comparable(left), comparable(right)] as [string, string]
  return first < second ? -1 : Number(first > second)
}
