import { join } from 'node:path'
import { lockDirectory } from 'halvi-kit/files/directory-lock'
import {
  checkpoint,
  closeSqlite,
  type SqliteDatabase,
  withDamageCheck,
} from 'halvi-kit/files/sqlite-file'
import { type Action, applyAction } from '../actions/apply-action.ts'
import type { Documents, Mutation, SanityDocument } from '../documents/document.ts'
import { LazyDocuments, parseDocument } from '../documents/lazy-documents.ts'
import { type Perspective, parsePerspective } from '../documents/perspective.ts'
import type { MutationResult, Transaction } from '../documents/transaction.ts'
import { Views } from '../documents/view.ts'
import type { StepKind } from '../errors/errors.ts'
import { LakeInUseError } from '../errors/errors.ts'
import { PROGRAM_LIMITS, type QueryLimits } from '../groq/limits.ts'
import { runQuery } from '../groq/query.ts'
import type { ContentSourceMap } from '../groq/source-map.ts'
import { type HitTags, type SyncTag, tagsOfTransaction } from '../groq/tags.ts'
import { ReleaseIndex } from '../releases/release-index.ts'
import type { Staging } from '../transactions/staging.ts'
import { History } from './history.ts'
import type { DatasetOptions, TransactOptions } from './options.ts'
import { PastDocuments } from './past-documents.ts'
import { isPreviewSecret, PreviewSecrets } from './preview-secrets.ts'
import { ReferenceIndex } from './references.ts'
import { stageTransaction } from './stage-transaction.ts'
import { DATABASE_FILE, openDatabase, Storage } from './storage.ts'

/** Documents over which queries are evaluated, and the number of the last transaction that they include. */
export interface EvaluatedDocuments {
  documents: Documents
  views: Views
  seq: number
}

/** Matches the ids of releases and versions. */
const IN_RELEASES = /^(?:_|versions)\./

type Listener = (transaction: Transaction, tags: HitTags) => void

export interface QueryOptions {
  /** A perspective's name as `@sanity/client` writes it, or a parsed perspective. The default is `raw`. */
  perspective?: string | Perspective
  identity?: string
  limits?: QueryLimits
  sourceMap?: boolean
}

export interface QueryResult {
  result: unknown
  syncTags: SyncTag[]
  resultSourceMap?: ContentSourceMap
  ms: number
}

/**
 * Holds all documents of one dataset, on disk and in memory. Only one process may have a dataset open. Callers must
 * not change the returned documents.
 */
export class Dataset {
  readonly #lock: { release(): void }
  readonly #database: SqliteDatabase
  readonly #storage: Storage
  readonly #documents = new LazyDocuments()
  readonly #views = new Views(this.#documents)
  readonly #references = new ReferenceIndex()
  readonly #listeners = new Set<Listener>()
  readonly history: History
  readonly releases = new ReleaseIndex()
  readonly past: PastDocuments
  /** Preview secrets. The Studio writes them like documents, but they are never stored. */
  readonly previewSecrets: PreviewSecrets = new PreviewSecrets()
  #seq = 0
  #closed = false

  /** Opens an existing directory. Throws `LakeInUseError`, or `UnusableFileError` for a damaged or newer file. */
  constructor(private readonly options: DatasetOptions) {
    this.#lock = lockDirectory(
      options.directory,
      (pid) => new LakeInUseError(options.directory, pid),
    )
    try {
      this.#database = openDatabase(options.directory, options.log, options.durable)
    } catch (error) {
      this.#lock.release()
      throw error
    }
    this.#storage = new Storage(this.#database)
    this.history = new History(this.#database, (id) => this.#documents.get(id))
    this.past = new PastDocuments(this.#database)
    try {
      withDamageCheck(join(options.directory, DATABASE_FILE), () => this.#load())
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Whether anything was ever written. A dataset whose documents were all deleted counts as written. */
  get wasWritten(): boolean {
    return this.#storage.lastSeq() > 0
  }

  get size(): number {
    return this.#documents.size
  }

  get directory(): string {
    return this.options.directory
  }

  /** The number of the last transaction, see `Transaction.seq`. */
  get seq(): number {
    return this.#seq
  }

  get(id: string): SanityDocument | undefined {
    return this.#documents.get(id)
  }

  ids(): IterableIterator<string> {
    return this.#documents.keys()
  }

  /** Returns all documents as they are now. */
  snapshot(): Iterable<SanityDocument> {
    return this.#documents.snapshot()
  }

  /** Evaluates a GROQ query over the documents of a perspective. Throws a `LakeError` 400, see `runQuery`. */
  query(
    query: string,
    params: Record<string, unknown> = {},
    {
      perspective: requested = 'raw',
      identity = '',
      limits = PROGRAM_LIMITS,
      sourceMap = false,
    }: QueryOptions = {},
  ): QueryResult {
    const start = performance.now()
    const perspective = requested === 'public' ? requested : parsePerspective(requested)
    const view = this.#views.of(perspective)
    const { projectId, dataset } = this.options
    const context = { view, perspective, identity, projectId, dataset, limits, sourceMap }
    const answer = runQuery(query, params, context)
    return { ...answer, ms: Math.round(performance.now() - start) }
  }

  /** The documents as the evaluation of queries sees them. */
  get replica(): EvaluatedDocuments {
    return { documents: this.#documents, views: this.#views, seq: this.#seq }
  }

  /** Returns the ids of the documents with a strong reference to this one. */
  referrersOf(id: string): ReadonlySet<string> {
    return this.#references.referrersOf(id)
  }

  /**
   * Applies all mutations or none. When it returns, the changes are on disk and the listeners have been called.
   *
   * Throws a `LakeError` 400 or 409 of type `mutationError`, whose `details.items` identify the failed mutation, or
   * an error of the database. Nothing has changed then.
   */
  transact(
    mutations: readonly Mutation[],
    options: TransactOptions,
  ): { transactionId: string; results: MutationResult[] } {
    const { transaction, outcomes, staging } = this.#write(
      'mutation',
      mutations,
      options,
      (mutation, on) => on.apply(mutation),
    )
    return {
      transactionId: transaction.id,
      results: outcomes.flat().map((result) => ({ ...result, document: staging.get(result.id) })),
    }
  }

  /** Applies all actions or none, as `transact` does, with errors of type `actionError`. See `applyAction`. */
  act(actions: readonly Action[], options: TransactOptions): { transactionId: string } {
    const { transaction } = this.#write('action', actions, options, applyAction)
    return { transactionId: transaction.id }
  }

  /** Applies a change of the lake itself as one transaction, with errors as those of `act`. */
  change(apply: (staging: Staging) => void, options: TransactOptions): void {
    this.#write('action', [apply], options, (run, staging) => run(staging))
  }

  /** Calls the listener after each committed transaction, until the returned function is called. */
  onTransaction(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Moves all committed data into the database file, so that the file can be copied. */
  checkpoint(): void {
    checkpoint(this.#database)
  }

  /**
   * Closes the database and unlocks the directory. Afterwards the database file is complete without its write-ahead
   * log. Idempotent.
   */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#listeners.clear()
    closeSqlite(this.#database)
    this.#lock.release()
  }

  #write<Step, Outcome>(
    kind: StepKind,
    steps: readonly Step[],
    options: TransactOptions,
    apply: (step: Step, staging: Staging) => Outcome,
  ) {
    const stored = {
      ...this.options,
      documents: this.#documents,
      references: this.#references,
      releases: this.releases,
      lastState: (id: string) => this.history.documentAt(id, 'last'),
      view: () => this.#views.of('raw'),
      hasTransaction: (id: string) => this.#storage.hasTransaction(id),
    }
    const staged = stageTransaction(kind, steps, apply, stored, options)
    const { transaction, staging } = staged
    if (options.dryRun) return staged
    const changes = transaction.changes.filter(({ after }) => {
      if (this.options.storesPreviewSecrets || !after || !isPreviewSecret(after)) return true
      this.previewSecrets.add(after, options.author)
      return false
    })
    if (changes.length > 0)
      this.#commit({ ...transaction, changes }, staging.purged, options.withoutCreations)
    return staged
  }

  #load(): void {
    this.#seq = this.#storage.lastSeq()
    for (const [id, json] of this.#storage.documents()) {
      this.#documents.set(id, json)
      if (!json.includes('"_ref":') && !IN_RELEASES.test(id)) continue
      const document = parseDocument(json)
      this.#references.replace(id, undefined, document)
      this.releases.replace(id, undefined, document)
    }
  }

  #commit(
    staged: Omit<Transaction, 'seq'>,
    purged: Iterable<string>,
    withoutCreations?: boolean,
  ): void {
    this.#seq = this.#storage.write(staged, purged, withoutCreations)
    const transaction = { ...staged, seq: this.#seq }
    for (const { id, before, after } of transaction.changes) this.#replace(id, before, after)
    this.#views.update(transaction.changes)
    if (this.#listeners.size === 0) return
    const tags = tagsOfTransaction(transaction, (id) => this.#documents.get(id)?._type)
    for (const listener of [...this.#listeners]) {
      try {
        listener(transaction, tags)
      } catch (error) {
        this.options.onListenerError?.(error)
      }
    }
  }

  #replace(id: string, before?: SanityDocument, after?: SanityDocument): void {
    if (after) this.#documents.set(id, after)
    else this.#documents.delete(id)
    this.#references.replace(id, before, after)
    this.releases.replace(id, before, after)
  }
}
