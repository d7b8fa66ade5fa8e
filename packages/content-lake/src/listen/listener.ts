import type { SanityDocument } from '../documents/document.ts'
import { isPublished } from '../documents/ids.ts'
import type { DocumentChange, Transaction } from '../documents/transaction.ts'
import { RetryLaterError } from '../errors/errors.ts'
import { holds, type Inspected } from '../groq/predicate.ts'
import { evaluatorLimits } from '../limits/limits.ts'
import {
  type EventOptions,
  eventsOf,
  type MutationEvent,
  type SelectedChange,
} from './mutation-event.ts'

export interface ListenQuery {
  query: string
  params: Record<string, unknown>
  identity: string
}

export interface QueryMatcher {
  /** Analyzes a query without evaluating it. Throws a `LakeError` when it cannot be parsed. */
  inspect(query: ListenQuery): Promise<Inspected>
  /**
   * Returns for each document whether the query, evaluated over that document alone, selects it. Throws a `LakeError`
   * when the evaluation fails.
   */
  match(query: ListenQuery, documents: readonly SanityDocument[]): Promise<boolean[]>
}

export interface ListenOptions extends ListenQuery, EventOptions {
  /** Whether to include drafts and versions. */
  includeAllVersions: boolean
}

export interface Listener {
  send(events: readonly MutationEvent[]): void
  /** Called when the query cannot be evaluated. No events follow. */
  fail(error: unknown): void
}

/** Listeners with the same options. Their query is evaluated once for all of them. */
interface Group {
  options: ListenOptions
  inspected: Inspected
  members: Set<Listener>
  /** Number of transactions that wait for the evaluation of the query. They are handled in order. */
  pending: number
  last: Promise<void>
}

/** Maximum number of documents per message to the matcher: sending documents blocks this process. */
const BATCH = 200

export class Listeners {
  readonly #groups = new Map<string, Group>()
  readonly #onError: (error: unknown) => void

  constructor(
    private readonly matcher: QueryMatcher,
    onError: (error: unknown) => void,
  ) {
    this.#onError = onError
  }

  /**
   * Adds a listener for the transactions that its query selects. Resolves to a function that removes the listener.
   * Throws a `LakeError` for an invalid query.
   */
  async add(options: ListenOptions, listener: Listener): Promise<() => void> {
    const key = JSON.stringify(options)
    const inspected = this.#groups.has(key) ? {} : await this.matcher.inspect(options)
    let group = this.#groups.get(key)
    if (!group) {
      group = { options, inspected, members: new Set(), pending: 0, last: Promise.resolve() }
      this.#groups.set(key, group)
    }
    const { members } = group
    members.add(listener)
    return () => {
      members.delete(listener)
      if (members.size === 0 && this.#groups.get(key)?.members === members) this.#groups.delete(key)
    }
  }

  /**
   * Sends a committed transaction to the listeners: immediately, or after their query was evaluated where that is
   * needed.
   */
  publish(transaction: Transaction): void {
    for (const [key, group] of [...this.#groups]) {
      const changes = transaction.changes.filter(
        ({ id }) => group.options.includeAllVersions || isPublished(id),
      )
      const unknown = undecidedIn(changes, group.inspected)
      if (unknown.length === 0 && group.pending === 0) {
        this.#send(group, transaction, selected(changes, group.inspected))
      } else if (group.pending >= evaluatorLimits.listenerBacklog) {
        const reason = 'Too many changes are waiting for this query to be evaluated'
        this.#fail(key, group, new RetryLaterError(503, reason, 1))
      } else {
        group.pending++
        group.last = group.last
          .then(async () => {
            if (group.members.size === 0) return
            const matching = await this.#match(group.options, unknown)
            this.#send(group, transaction, selected(changes, group.inspected, matching))
          })
          .catch((error) => this.#fail(key, group, error))
          .finally(() => group.pending--)
      }
    }
  }

  async #match(query: ListenQuery, documents: readonly SanityDocument[]) {
    const matching = new Set<SanityDocument>()
    for (let start = 0; start < documents.length; start += BATCH) {
      const batch = documents.slice(start, start + BATCH)
      const verdicts = await this.matcher.match(query, batch)
      for (const [index, document] of batch.entries()) if (verdicts[index]) matching.add(document)
    }
    return matching
  }

  #send({ options, members }: Group, transaction: Transaction, changes: SelectedChange[]): void {
    const events = eventsOf(transaction, changes, options)
    if (events.length === 0) return
    for (const listener of [...members]) this.#safely(() => listener.send(events))
  }

  #fail(key: string, { members }: Group, error: unknown): void {
    if (this.#groups.get(key)?.members === members) this.#groups.delete(key)
    const failed = [...members]
    members.clear()
    for (const listener of failed) this.#safely(() => listener.fail(error))
  }

  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#onError(error)
    }
  }
}

/** Returns whether a query selects a document, or undefined if the query has to be evaluated for that. */
function selects(inspected: Inspected, document: SanityDocument): boolean | undefined {
  if ('exactly' in inspected) return holds(inspected.exactly, document)
  return inspected.within && !holds(inspected.within, document) ? false : undefined
}

function undecidedIn(changes: readonly DocumentChange[], inspected: Inspected): SanityDocument[] {
  const documents = changes
    .flatMap(({ before, after }) => [before, after])
    .filter((document) => document !== undefined)
  return [...new Set(documents)].filter((document) => selects(inspected, document) === undefined)
}

function selected(
  changes: readonly DocumentChange[],
  inspected: Inspected,
  matching: ReadonlySet<SanityDocument> = new Set(),
): SelectedChange[] {
  const isSelected = (document: SanityDocument | undefined) =>
    document !== undefined && (selects(inspected, document) ?? matching.has(document))
  return changes.map((change) => ({
    change,
    was: isSelected(change.before),
    is: isSelected(change.after),
  }))
}
