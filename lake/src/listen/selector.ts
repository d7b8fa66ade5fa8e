import type { SanityDocument } from '../documents/document.ts'
import type { DocumentChange } from '../documents/transaction.ts'
import { holds, type Inspected } from '../groq/predicate.ts'

/** A listener's query. */
export interface ListenQuery {
  query: string
  params: Record<string, unknown>
  /** What `identity()` answers. */
  identity: string
}

/** A change, and whether a query selects the document before and after it. */
export interface SelectedChange {
  change: DocumentChange
  was: boolean
  is: boolean
}

/** Evaluates listeners' queries elsewhere. */
export interface QueryMatcher {
  /** What can be told without evaluating. Throws a `LakeError` when the query cannot be parsed. */
  inspect(query: ListenQuery): Promise<Inspected>
  /** Which documents the query selects, each by itself. Throws a `LakeError` when that cannot be told. */
  match(query: ListenQuery, documents: readonly SanityDocument[]): Promise<boolean[]>
}

/** Documents that are handed over at once: doing so keeps this process busy. */
const BATCH = 200

/** Tells which documents a listener's query is about. */
export class Selector {
  readonly #query: ListenQuery
  readonly #inspected: Inspected
  readonly #matcher: QueryMatcher

  constructor(query: ListenQuery, inspected: Inspected, matcher: QueryMatcher) {
    this.#query = query
    this.#inspected = inspected
    this.#matcher = matcher
  }

  /** What is selected of these changes; undefined where the query has to be evaluated for that. */
  decide(changes: readonly DocumentChange[]): SelectedChange[] | undefined {
    const decided: SelectedChange[] = []
    for (const change of changes) {
      const [was, is] = [this.#selects(change.before), this.#selects(change.after)]
      if (was === undefined || is === undefined) return undefined
      decided.push({ change, was, is })
    }
    return decided
  }

  /** The same, by evaluating what needs to be. */
  async evaluate(changes: readonly DocumentChange[]): Promise<SelectedChange[]> {
    const open = new Set<SanityDocument>()
    for (const document of changes.flatMap(({ before, after }) => [before, after])) {
      if (document && this.#selects(document) === undefined) open.add(document)
    }
    const documents = [...open]
    const selected = new Set<SanityDocument>()
    for (let start = 0; start < documents.length; start += BATCH) {
      const batch = documents.slice(start, start + BATCH)
      const verdicts = await this.#matcher.match(this.#query, batch)
      for (const [index, document] of batch.entries()) if (verdicts[index]) selected.add(document)
    }
    const selects = (document: SanityDocument | undefined) =>
      this.#selects(document) ?? (document !== undefined && selected.has(document))
    return changes.map((change) => ({
      change,
      was: selects(change.before),
      is: selects(change.after),
    }))
  }

  #selects(document: SanityDocument | undefined): boolean | undefined {
    if (!document) return false
    if ('exactly' in this.#inspected) return holds(this.#inspected.exactly, document)
    const { within } = this.#inspected
    return within && !holds(within, document) ? false : undefined
  }
}
