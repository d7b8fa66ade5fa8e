import type { FACTS_QUERY_RESULT } from './sanity.types.ts'

/** The facts of a language, after `walk`. */
export type Facts = FACTS_QUERY_RESULT

/** Finds facts for texts, and records which ones. */
export class FactLookup {
  /** The names of the facts that were looked up, as `factTag` takes them. */
  readonly uses = new Set<string>()

  constructor(private readonly facts: Facts | null | undefined) {}

  /** Returns a field of the facts. */
  field<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    this.uses.add(name)
    return this.facts?.[name]
  }

  /** Returns the facts of a document by its id, or undefined if it was removed. */
  document<List extends 'branches' | 'programs'>(list: List, id: unknown) {
    this.uses.add(`${list}.${id}`)
    const documents: readonly Facts[List][number][] = this.facts?.[list] ?? []
    return documents.find(({ _id }) => _id === id)
  }
}
