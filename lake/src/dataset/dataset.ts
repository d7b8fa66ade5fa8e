import { join } from 'node:path'
import { lockDirectory } from 'halvi-runtime/files/directory-lock'
import { closeSqlite, orUnusable, type SqliteDatabase } from 'halvi-runtime/files/sqlite-file'
import { type Action, applyAction } from '../actions/apply-action.ts'
import type { Mutation, SanityDocument } from '../documents/document.ts'
import { parsePerspective } from '../documents/perspective.ts'
import { isPreviewSecret } from '../documents/preview-secret.ts'
import type { MutationResult, Transaction } from '../documents/transaction.ts'
import { LakeInUseError } from '../errors/errors.ts'
import { PROGRAM_LIMITS } from '../groq/limits.ts'
import { runQuery } from '../groq/query.ts'
import { type HitTags, tagsOfTransaction } from '../groq/tags.ts'
import type { StepKind } from '../transactions/failure.ts'
import type { Staging } from '../transactions/staging.ts'
import { DocumentsInMemory } from './documents-in-memory.ts'
import { History } from './history.ts'
import type { DatasetOptions, QueryOptions, QueryResult, TransactOptions } from './options.ts'
import { PreviewSecrets } from './preview-secrets.ts'
import { stageTransaction } from './stage-transaction.ts'
import { DATABASE_FILE, openDatabase, Storage } from './storage.ts'

type Listener = (transaction: Transaction, tags: HitTags) => void

/**
 * All documents of one dataset: on disk, and in memory with their indexes. One
 * process owns it. Documents that it hands out must not be changed.
 */
export class Dataset {
  readonly #options: DatasetOptions
  readonly #lock: { release(): void }
  readonly #database: SqliteDatabase
  readonly #storage: Storage
  readonly #documents = new DocumentsInMemory()
  readonly #listeners = new Set<Listener>()
  /** What the documents were. */
  readonly history: History
  /** Secrets for previews, which are written like documents and never stored. */
  readonly previewSecrets: PreviewSecrets = new PreviewSecrets()
  #seq = 0
  #closed = false

  /**
   * Opens the directory, which must exist. Throws `LakeInUseError` when another process has it,
   * `UnusableFileError` when its file is damaged or of a newer version.
   */
  constructor(options: DatasetOptions) {
    this.#options = options
    this.#lock = lockDirectory(options.directory, new LakeInUseError(options.directory))
    try {
      this.#database = openDatabase(options.directory, options.log)
    } catch (error) {
      this.#lock.release()
      throw error
    }
    this.#storage = new Storage(this.#database)
    this.history = new History(this.#database, (id) => this.#documents.get(id))
    try {
      orUnusable(join(options.directory, DATABASE_FILE), () => this.#load())
    } catch (error) {
      this.close()
      throw error
    }
  }

  /**
   * Whether anything was ever written into it. Only a dataset of which that is not so is new: one
   * whose documents were all deleted is empty, as somebody wanted it.
   */
  get wasWritten(): boolean {
    return this.#storage.wasWritten
  }

  /** How many documents there are, drafts included. */
  get size(): number {
    return this.#documents.size
  }

  /** Where it is kept. */
  get directory(): string {
    return this.#options.directory
  }

  /** The place of the last transaction, see `Transaction`. */
  get seq(): number {
    return this.#seq
  }

  get(id: string): SanityDocument | undefined {
    return this.#documents.get(id)
  }

  /** Every stored document, in no particular order. */
  all(): IterableIterator<SanityDocument> {
    return this.#documents.all()
  }

  /** Evaluates a GROQ query over what a perspective shows. Throws a `LakeError` 400, see `runQuery`. */
  query(
    query: string,
    params: Record<string, unknown> = {},
    {
      perspective = 'raw',
      identity = '',
      limits = PROGRAM_LIMITS,
      sourceMap = false,
    }: QueryOptions = {},
  ): QueryResult {
    const start = performance.now()
    const resolved = perspective === 'public' ? perspective : parsePerspective(perspective)
    const view = this.#documents.viewOf(resolved)
    const { projectId, dataset } = this.#options
    const answer = runQuery(query, params, {
      view,
      perspective: resolved,
      identity,
      projectId,
      dataset,
      limits,
      sourceMap,
    })
    return { ...answer, ms: Math.round(performance.now() - start) }
  }

  /** The ids of the documents that refer to this one strongly. */
  referrersOf(id: string): ReadonlySet<string> {
    return this.#documents.references.referrersOf(id)
  }

  /**
   * Applies all mutations, or none. When it returns, they are on disk and
   * listeners have been told.
   *
   * Throws a `LakeError` 400 or 409 of type `mutationError`, whose `details.items`
   * name the mutation at fault, and what the database throws: then nothing has changed.
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
    const results = outcomes.flat()
    return {
      transactionId: transaction.id,
      results: results.map((result) => ({ ...result, document: staging.get(result.id) })),
    }
  }

  /** Does all actions, or none: as `transact`, with errors of type `actionError`. See `applyAction`. */
  act(actions: readonly Action[], options: TransactOptions): { transactionId: string } {
    const { transaction } = this.#write('action', actions, options, applyAction)
    return { transactionId: transaction.id }
  }

  /** Calls the listener after each committed transaction, until the returned function is called. */
  onTransaction(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Closes the database, whose file is whole by itself then, and gives the directory back. Idempotent. */
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
    const { projectId, dataset, checkNew } = this.#options
    const hasTransaction = (id: string) => this.#storage.hasTransaction(id)
    const stored = { projectId, dataset, checkNew, documents: this.#documents, hasTransaction }
    const staged = stageTransaction(kind, steps, apply, stored, options)
    const { transaction, staging } = staged
    if (options.dryRun) return staged
    const changes = transaction.changes.filter(({ after }) => {
      if (!after || !isPreviewSecret(after)) return true
      this.previewSecrets.add(after, options.author)
      return false
    })
    if (changes.length > 0) this.#commit({ ...transaction, changes }, staging.purged)
    return staged
  }

  #load(): void {
    this.#storage.removePreviewSecrets()
    this.#seq = this.#storage.lastSeq()
    this.#documents.load(this.#storage.documents())
  }

  #commit(staged: Omit<Transaction, 'seq'>, purged: Iterable<string>): void {
    this.#seq = this.#storage.write(staged, purged)
    const transaction = { ...staged, seq: this.#seq }
    this.#documents.update(transaction.changes)
    if (this.#listeners.size === 0) return
    const tags = tagsOfTransaction(transaction, (id) => this.#documents.get(id)?._type)
    for (const listener of [...this.#listeners]) {
      try {
        listener(transaction, tags)
      } catch (error) {
        this.#options.onListenerError?.(error)
      }
    }
  }
}
