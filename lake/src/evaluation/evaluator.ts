import { statSync } from 'node:fs'
import { join } from 'node:path'
import { FairQueue } from 'halvi-runtime/fair-queue'
import type { Log } from 'halvi-runtime/log'
import { workerProgram } from 'halvi-runtime/processes/fork-worker'
import {
  WorkerDiedError,
  WorkerProcess,
  WorkerTimeoutError,
} from 'halvi-runtime/processes/worker-process'
import { LRUCache } from 'lru-cache'
import type { Dataset } from '../dataset/dataset.ts'
import { DATABASE_FILE } from '../dataset/storage.ts'
import type { Transaction } from '../documents/transaction.ts'
import { LakeError, RefusedError } from '../errors/errors.ts'
import { type EvaluationLimits, evaluatorLimits } from '../limits/limits.ts'
import type { Answers, Task, Told } from './messages.ts'

/** What an evaluator needs to know. */
export interface EvaluatorOptions {
  dataset: Dataset
  projectId: string
  /** What the dataset is called. */
  name: string
  limits: EvaluationLimits
  /** Does a client whose query ended the process have to wait before it is heard again? */
  withRest: boolean
  log?: Log | undefined
}

/**
 * Evaluates GROQ in a process of its own, which is started when there is something to do and holds a
 * replica of the documents. What a query does to that process concerns nobody but who sent it.
 */
export class Evaluator {
  readonly #options: EvaluatorOptions
  readonly #worker: WorkerProcess<Task, unknown>
  readonly #queue: FairQueue
  /** Clients whose query ended the process: they wait before they are heard again. */
  readonly #resting = new LRUCache<string, true>({
    max: evaluatorLimits.resting,
    ttl: evaluatorLimits.restMs,
  })
  readonly #stopListening: () => void
  /** Has it been told of so much, while it was busy, that it had better read all anew? */
  #isStale = false
  #isBusy = false
  #isClosed = false
  #untoldBytes = 0

  constructor(options: EvaluatorOptions) {
    const { dataset, projectId, name, limits, log } = options
    const { waiting, waitingOfAClient, milliseconds, semiSpaceMegabytes } = limits
    const needed = () => documentMegabytes(dataset.directory)
    this.#options = options
    this.#worker = new WorkerProcess({
      program: workerProgram('./program.ts', './lake-evaluator.js', import.meta.url),
      name: 'evaluation',
      args: [dataset.directory, projectId, name, String(milliseconds)],
      heapMegabytes: () => limits.heapMegabytes + needed(),
      semiSpaceMegabytes,
      residentMegabytes: () => limits.residentMegabytes + needed(),
      idleMs: evaluatorLimits.idleMs,
      log,
    })
    this.#queue = new FairQueue({ parallel: 1, parallelOfAClient: 1, waiting, waitingOfAClient })
    this.#stopListening = dataset.onTransaction((transaction) => this.#tell(transaction))
  }

  /** What it may take up. */
  get limits(): EvaluationLimits {
    return this.#options.limits
  }

  /**
   * Does a task once the client is next in the fair queue, over the documents as they are by then at the
   * earliest.
   *
   * @throws LakeError as the task tells, 400 when it ended the process; RefusedError 429 while the
   *   client rests; QueueFullError; the signal's reason when given up before it started
   */
  run<Name extends Task['task']>(
    client: string,
    task: Extract<Task, { task: Name }>,
    signal?: AbortSignal,
  ): Promise<Answers[Name]> {
    return this.#queue.run(
      client,
      async () => {
        this.#checkRest(client)
        this.#isBusy = true
        try {
          const isFresh = await this.#start()
          return (await this.#do(client, task, isFresh)) as Answers[Name]
        } finally {
          this.#isBusy = false
          this.#untoldBytes = 0
          if (this.#isStale) this.#worker.restart()
        }
      },
      signal,
    )
  }

  /** Ends the process, whatever it does. */
  close(): void {
    this.#isClosed = true
    this.#stopListening()
    this.#worker.close()
  }

  /** Starting takes its time, which is no query's fault. Resolves to whether the process was started now. */
  async #start(): Promise<boolean> {
    if (this.#worker.isRunning) return false
    this.#isStale = false
    try {
      await this.#worker.run({ task: 'start' }, evaluatorLimits.startMs, toError)
      return true
    } catch (err) {
      this.#options.log?.error({ err }, 'the evaluation process could not be started')
      throw new RefusedError(503, 'Queries cannot be evaluated at the moment', 5)
    }
  }

  /** What ends a process that others have left little memory in is tried once more in a fresh one. */
  async #do(client: string, task: Task, isFresh: boolean): Promise<unknown> {
    const { withRest, limits } = this.#options
    try {
      return await this.#worker.run(task, limits.killAfterMs, toError)
    } catch (error) {
      if (error instanceof WorkerDiedError && !isFresh && !this.#isClosed) {
        await this.#start()
        return this.#do(client, task, true)
      }
      const isTooLong = error instanceof WorkerTimeoutError
      if (!isTooLong && !(error instanceof WorkerDiedError)) throw error
      if (withRest) this.#resting.set(client, true)
      const [type, what] = isTooLong ? ['queryTimeoutError', 'time'] : ['queryError', 'memory']
      throw new LakeError(400, String(type), `The query takes too much ${what}`)
    }
  }

  #checkRest(client: string): void {
    const milliseconds = this.#resting.getRemainingTTL(client)
    if (milliseconds <= 0) return
    const seconds = Math.ceil(milliseconds / 1000)
    throw new RefusedError(429, 'The last query took too much. Please wait.', seconds)
  }

  /** So much to tell would keep this process busy, and wait in its memory: reading all is the better way. */
  #tell({ seq, changes }: Transaction): void {
    if (!this.#worker.isRunning || this.#isStale) return
    const told: Told = { seq, changes: [] }
    let bytes = 0
    for (const { id, after } of changes) {
      const json = after ? JSON.stringify(after) : null
      told.changes.push([id, json])
      bytes += id.length + (json?.length ?? 0)
      if (this.#untoldBytes + bytes > evaluatorLimits.untoldBytes) {
        this.#isStale = true
        this.#worker.restart()
        return
      }
    }
    if (this.#isBusy) this.#untoldBytes += bytes
    this.#worker.tell(told)
  }
}

/** The files hold the history too, so they are no less than what the documents take. */
function documentMegabytes(directory: string): number {
  const files = [DATABASE_FILE, `${DATABASE_FILE}-wal`].map((name) => join(directory, name))
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return Math.min(2048, Math.ceil((3 * bytes) / 1_000_000))
}

function toError(answered: unknown): Error {
  const { statusCode, type, message, details } = answered as Partial<LakeError>
  if (typeof statusCode !== 'number') return new Error(String(message))
  return new LakeError(statusCode, String(type), String(message), details)
}
