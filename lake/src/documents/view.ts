import type { SanityDocument } from './document.ts'

/**
 * A perspective's documents, ordered by id, indexed by id and type. Its arrays are never changed: results may hold
 * them.
 */
export class View {
  readonly byId: Map<string, SanityDocument>
  #documents: readonly SanityDocument[]
  readonly #byType: Map<string, readonly SanityDocument[]>

  constructor(documents: Iterable<SanityDocument>) {
    const sorted = [...documents].sort((a, b) => (a._id < b._id ? -1 : 1))
    this.#documents = sorted
    this.byId = new Map(sorted.map((document) => [document._id, document]))
    this.#byType = new Map()
    const groups = new Map<string, SanityDocument[]>()
    for (const document of sorted) {
      const group = groups.get(document._type)
      if (group) group.push(document)
      else groups.set(document._type, [document])
    }
    this.#byType = groups
  }

  get documents(): readonly SanityDocument[] {
    return this.#documents
  }

  withIds(ids: ReadonlySet<string>): SanityDocument[] {
    return [...ids]
      .sort()
      .map((id) => this.byId.get(id))
      .filter((document) => document !== undefined)
  }

  withTypes(types: ReadonlySet<string>): readonly SanityDocument[] {
    const groups = [...types].map((type) => this.#byType.get(type) ?? [])
    if (groups.length === 1) return groups[0] ?? []
    return groups.flat().sort((a, b) => (a._id < b._id ? -1 : 1))
  }

  replace(id: string, next: SanityDocument | undefined): void {
    const before = this.byId.get(id)
    if (before === undefined && next === undefined) return
    this.#documents = replaced(this.#documents, id, before !== undefined, next)
    if (next) this.byId.set(id, next)
    else this.byId.delete(id)
    if (before)
      this.#replaceInType(before._type, id, next?._type === before._type ? next : undefined)
    if (next && next._type !== before?._type) this.#replaceInType(next._type, id, next)
  }

  #replaceInType(type: string, id: string, next: SanityDocument | undefined): void {
    const group = this.#byType.get(type) ?? []
    const position = lowerBound(group, id)
    this.#byType.set(type, replaced(group, id, group[position]?._id === id, next))
  }
}

function replaced(
  documents: readonly SanityDocument[],
  id: string,
  present: boolean,
  next: SanityDocument | undefined,
): readonly SanityDocument[] {
  return documents.toSpliced(lowerBound(documents, id), present ? 1 : 0, ...(next ? [next] : []))
}

function lowerBound(documents: readonly SanityDocument[], id: string): number {
  let low = 0
  let high = documents.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle]?._id ?? '') < id) low = middle + 1
    else high = middle
  }
  return low
}
