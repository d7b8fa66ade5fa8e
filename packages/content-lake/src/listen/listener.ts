import { randomUUID } from 'node:crypto'
import type { SanityDocument } from '../documents/document.ts'
import { isPublic, isPublished } from '../documents/ids.ts'
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
import { RecentTransactions } from './recent-transactions.ts'

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
  /** Whether to include only documents that anyone may read. */
  publicOnly?: boolean
}

export interface Listener {
  /**
   * Called once before all events. `welcomeback` means that the missed events follow, `reset` that they are lost.
   *
   * @param eventId the id from which the listener can resume if it misses all later events
   */
  start(state: 'welcome' | 'welcomeback' | 'reset', eventId: string): void
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
  readonly #recent = new RecentTransactions()
  readonly #onError: (error: unknown) => void

  constructor(
    private readonly matcher: QueryMatcher,
    onError: (error: unknown) => void,
  ) {
    this.#onError = onError
  }

  /**
   * Adds a listener for the transactions that its query selects. With `lastEventId`, it first gets the events after that
   * one. Resolves to a function that removes the listener. Throws a `LakeError` for an invalid query.
   */
  async add(options: ListenOptions, listener: Listener, lastEventId?: string): Promise<() => void> {
    const shared = JSON.stringify(options)
    const inspected = this.#groups.has(shared) ? {} : await this.matcher.inspect(options)
    const missed = lastEventId === undefined ? undefined : this.#recent.after(lastEventId)
    // The missed events are for this listener only, and before all others.
    const key = missed?.length ? `${shared}${randomUUID()}` : shared
    let group = this.#groups.get(key)
    if (!group) {
      group = { options, inspected, members: new Set(), pending: 0, last: Promise.resolve() }
      this.#groups.set(key, group)
    }
    const { members } = group
    const state = missed ? 'welcomeback' : lastEventId === undefined ? 'welcome' : 'reset'
    listener.start(state, missed && lastEventId ? lastEventId : this.#recent.lastEventId)
    members.add(listener)
    for (const transaction of missed ?? [])
      this.#publishTo(key, group, transaction, new Map(), lastEventId)
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
    this.#recent.add(transaction)
    const known = new Map<string, MutationEvent>()
    for (const [key, group] of [...this.#groups]) this.#publishTo(key, group, transaction, known)
  }

  #publishTo(
    key: string,
    group: Group,
    transaction: Transaction,
    known: Map<string, MutationEvent>,
    lastEventId?: string,
  ): void {
    const changes = transaction.changes.filter(
      ({ id }) =>
        (group.options.includeAllVersions || isPublished(id)) &&
        (!group.options.publicOnly || isPublic(id)),
    )
    const unknown = undecidedIn(changes, group.inspected)
    const send = (matching?: ReadonlySet<SanityDocument>) => {
      const chosen = selected(changes, group.inspected, matching)
      this.#send(group, eventsOf(transaction, chosen, group.options, known), lastEventId)
    }
    if (unknown.length === 0 && group.pending === 0) send()
    else if (group.pending >= evaluatorLimits.listenerBacklog) {
      const reason = 'Too many changes are waiting for this query to be evaluated'
      this.#fail(key, group, new RetryLaterError(503, reason, 1))
    } else {
      group.pending++
      group.last = group.last
        .then(async () => {
          if (group.members.size > 0) send(await this.#match(group.options, unknown))
        })
        .catch((error) => this.#fail(key, group, error))
        .finally(() => group.pending--)
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

  #send({ members }: Group, all: MutationEvent[], lastEventId?: string): void {
    // If a listener has seen an event of this transaction, only the later ones are missing.
    const events = all.slice(all.findIndex(({ id }) => id === lastEventId) + 1)
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
