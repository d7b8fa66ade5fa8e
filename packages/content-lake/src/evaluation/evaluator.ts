import { statSync } from 'node:fs'
import { join } from 'node:path'
import { FairQueue } from 'halvi-kit/fair-queue'
import type { Log } from 'halvi-kit/log'
import { workerProgram } from 'halvi-kit/processes/fork-worker'
import {
  WorkerDiedError,
  WorkerProcess,
  WorkerTimeoutError,
} from 'halvi-kit/processes/worker-process'
import { LRUCache } from 'lru-cache'
import type { Dataset } from '../dataset/dataset.ts'
import { DATABASE_FILE } from '../dataset/storage.ts'
import type { Transaction } from '../documents/transaction.ts'
import { LakeError, RetryLaterError } from '../errors/errors.ts'
import { evaluatorLimits, publicTasks, staffTasks } from '../limits/limits.ts'
import type { ReplicatedTransaction, Task, TaskResults } from './messages.ts'

/** Additional time for the start, in milliseconds per megabyte of documents, for a slow and busy machine. */
const START_MS = 20

/** Options of an `Evaluator`. */
export interface EvaluatorOptions {
  dataset: Dataset
  projectId: string
  /** The dataset's name. */
  name: string
  /** Replaces limits of the process. */
  limits?: { heapMegabytes?: number; residentMegabytes?: number }
  log?: Log | undefined
}

/** Runs tasks, in this process or in a child process. */
export type TaskRunner = Pick<Evaluator, 'run' | 'close'>

/** The client of a task. Tasks of anonymous clients have stricter limits, and run after all others. */
export interface EvaluatorClient {
  name: string
  isAnonymous: boolean
}

/**
 * Evaluates GROQ in a child process, so that an expensive query cannot harm this process. The child process starts
 * with the first task and holds a replica of the documents. It runs one task at a time, the clients in turns.
 */
export class Evaluator {
  readonly #options: EvaluatorOptions
  readonly #worker: WorkerProcess<Task, unknown>
  readonly #queue: FairQueue
  /** Anonymous clients whose query killed the process. They are rejected until the cooldown ends. */
  readonly #cooldowns = new LRUCache<string, true>({
    max: evaluatorLimits.maxCooldowns,
    ttl: evaluatorLimits.cooldownMs,
  })
  readonly #stopListening: () => void
  /** Whether the unsent changes exceed the limit, so that the process must restart and read all documents again. */
  #isStale = false
  #isBusy = false
  #isClosed = false
  #unsentBytes = 0

  constructor(options: EvaluatorOptions) {
    const { dataset, projectId, name, log } = options
    const limits = { ...evaluatorLimits, ...options.limits }
    const needed = () => documentMegabytes(dataset.directory)
    this.#options = options
    this.#worker = new WorkerProcess({
      program: workerProgram('./program.ts', './lake-evaluator.js', import.meta.url),
      name: 'evaluation',
      args: [dataset.directory, projectId, name],
      heapMegabytes: () => limits.heapMegabytes + needed(),
      semiSpaceMegabytes: limits.semiSpaceMegabytes,
      residentMegabytes: () => limits.residentMegabytes + needed(),
      idleMs: limits.idleMs,
      log,
    })
    this.#queue = new FairQueue(limits.queue, 'queries')
    this.#stopListening = dataset.onTransaction((transaction) => this.#replicate(transaction))
  }

  /**
   * Runs a task in the client's turn. The task sees every transaction committed before it starts.
   *
   * @throws LakeError the task's own, or 400 when the task killed the process; RetryLaterError 429 during the
   *   client's cooldown; LimitReachedError; the signal's reason when it was aborted before the task started
   */
  run<Name extends Task['task']>(
    client: EvaluatorClient,
    task: Extract<Task, { task: Name }>,
    signal?: AbortSignal,
  ): Promise<TaskResults[Name]> {
    return this.#queue.run(
      client.name,
      async () => {
        this.#checkCooldown(client)
        this.#isBusy = true
        try {
          const isFresh = await this.#start()
          return (await this.#runWithRetry(client, task, isFresh)) as TaskResults[Name]
        } finally {
          this.#isBusy = false
          this.#unsentBytes = 0
          if (this.#isStale) this.#worker.restart()
        }
      },
      signal,
      client.isAnonymous ? 1 : 0,
    )
  }

  /** Kills the process, even while it evaluates, and stops following the dataset. */
  close(): void {
    this.#isClosed = true
    this.#stopListening()
    this.#worker.close()
  }

  /** Starts the process if needed, outside a query's timeout. Resolves to whether it started the process. */
  async #start(): Promise<boolean> {
    if (this.#worker.isRunning) return false
    this.#isStale = false
    try {
      const { directory } = this.#options.dataset
      const startMs = evaluatorLimits.startMs + START_MS * documentMegabytes(directory)
      await this.#worker.run({ task: 'start' }, startMs, toError)
      return true
    } catch (err) {
      this.#options.log?.error({ err }, 'evaluation process failed to start')
      throw new RetryLaterError(
        503,
        'Queries cannot be evaluated right now. Please try again in a few seconds',
        5,
      )
    }
  }

  /**
   * Runs a task in the process. If the process dies and was not freshly started, earlier tasks may have used up its
   * memory, so the task runs once more in a new process.
   */
  async #runWithRetry(client: EvaluatorClient, task: Task, isFresh: boolean): Promise<unknown> {
    const { killAfterMs } = client.isAnonymous ? publicTasks : staffTasks
    const reserved = client.isAnonymous ? evaluatorLimits.reservedMegabytes : 0
    try {
      return await this.#worker.run(task, killAfterMs, toError, reserved)
    } catch (error) {
      if (error instanceof WorkerDiedError && !isFresh && !this.#isClosed) {
        await this.#start()
        return this.#runWithRetry(client, task, true)
      }
      const isTooLong = error instanceof WorkerTimeoutError
      if (!isTooLong && !(error instanceof WorkerDiedError)) throw error
      if (client.isAnonymous) this.#cooldowns.set(client.name, true)
      const [type, what] = isTooLong ? ['queryTimeoutError', 'time'] : ['queryError', 'memory']
      throw new LakeError(400, String(type), `The query takes too much ${what}`)
    }
  }

  #checkCooldown({ name }: EvaluatorClient): void {
    const milliseconds = this.#cooldowns.getRemainingTTL(name)
    if (milliseconds <= 0) return
    const message = 'The last query used too much time or memory. Please wait'
    throw new RetryLaterError(429, message, Math.ceil(milliseconds / 1000), 'queries')
  }

  /**
   * Sends a transaction to the process. If the unsent changes exceed a limit, restarts the process instead: reading
   * all documents is cheaper than buffering the changes.
   */
  #replicate({ seq, changes }: Transaction): void {
    if (!this.#worker.isRunning || this.#isStale) return
    const message: ReplicatedTransaction = { seq, changes: [] }
    let bytes = 0
    for (const { id, json = null } of changes) {
      message.changes.push([id, json])
      bytes += id.length + (json?.length ?? 0)
      if (this.#unsentBytes + bytes > evaluatorLimits.maxUnsentBytes) {
        this.#isStale = true
        this.#worker.restart()
        return
      }
    }
    if (this.#isBusy) this.#unsentBytes += bytes
    this.#worker.notify(message)
  }
}

/**
 * Returns the memory that the documents with their views and indexes may need, in megabytes, from the size of the
 * database files. After an import, the files hold little more than the documents.
 */
function documentMegabytes(directory: string): number {
  const files = [DATABASE_FILE, `${DATABASE_FILE}-wal`].map((name) => join(directory, name))
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return Math.min(2048, Math.ceil((5 * bytes) / 1_000_000))
}

function toError(answered: unknown): Error {
  const { statusCode, type, message, details } = answered as Partial<LakeError>
  if (typeof statusCode !== 'number') return new Error(String(message))
  return new LakeError(statusCode, String(type), String(message), details)
}
