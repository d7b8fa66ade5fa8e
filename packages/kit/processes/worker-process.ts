import type { ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'
import { type ForkOptions, forkWorker } from './fork-worker.ts'
import { killAndWait } from './kill-and-wait.ts'
import { processorMs } from './processor-time.ts'
import { watchResidentMemory } from './resident-memory.ts'
import type { WorkerRequest, WorkerResult } from './worker-messages.ts'

/** Options of a worker process, which is started when there is a job. */
interface WorkerOptions extends ForkOptions {
  /** Name of the process in the log. */
  name: string
  /** The process is stopped after this idle time. */
  idleMs: number
  log?: Log | undefined
}

/** The process was killed because a job exceeded its timeout. */
export class WorkerTimeoutError extends Error {
  override name = 'WorkerTimeoutError'
}

/** The process died during a job: out of memory, or because native code crashed. */
export class WorkerDiedError extends Error {
  override name = 'WorkerDiedError'
}

interface Job {
  id: number
  resolve(result: unknown): void
  reject(error: Error): void
  /** Stops the timers that limit its time and memory. */
  stopWatching(): void
}

/** A job whose process gets little time on a busy machine may take this many times its timeout. */
const MAX_EXTENSION = 10

/**
 * A child process for jobs that may take long, use much memory, or crash. It starts with the first job, and is killed
 * when a job exceeds its timeout. The next job starts it again. It accepts one job at a time: put a queue in front.
 */
export class WorkerProcess<Request, Result> {
  #child: ChildProcess | undefined
  /** Memory limit of the running process. */
  #residentMegabytes = Number.POSITIVE_INFINITY
  #job: Job | undefined
  #lastId = 0
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(private readonly options: WorkerOptions) {}

  /** Returns whether the process runs, and so has to be notified of changes. */
  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** Returns the id of the process, or undefined while it is not running. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Runs a job and resolves to its result. The job may use less memory than others by `reservedMegabytes`. On Linux,
   * the timeout is extended while the process is short of processor time: it used some, but less than half of the
   * timeout.
   *
   * @throws WorkerTimeoutError, WorkerDiedError, or the error that `onError` makes of the program's error response
   */
  run(
    message: Request,
    timeoutMs: number,
    onError: (error: unknown) => Error,
    reservedMegabytes = 0,
  ): Promise<Result> {
    if (this.#closed) return Promise.reject(new WorkerDiedError('The worker is closed'))
    if (this.#job) return Promise.reject(new Error('One job at a time'))
    clearTimeout(this.#idle)
    const child = this.#child ?? this.#start()
    const id = ++this.#lastId
    return new Promise<Result>((resolve, reject) => {
      const stops = [this.#watchTime(child, timeoutMs), this.#watchMemory(child, reservedMegabytes)]
      const job: Job = {
        id,
        resolve: (result) => resolve(result as Result),
        reject: (error) => reject(error),
        stopWatching: () => {
          for (const stop of stops) stop()
        },
      }
      this.#job = job
      try {
        this.#send(child, { id, message })
      } catch (error) {
        // A message that can't be serialized is the job's own error: the process has not received it.
        this.#job = undefined
        job.stopWatching()
        reject(error)
      }
    }).catch((error) => {
      throw error instanceof JobError ? onError(error.result) : error
    })
  }

  /** Sends the process a message before any later job. Does nothing while it is not running. */
  notify(message: unknown): void {
    if (this.#child) this.#send(this.#child, { message })
  }

  /** Stops the process if it is idle, so that the next job starts a new one. */
  restart(): void {
    if (!this.#job) this.#kill()
  }

  /** Stops the process and its job. Resolves when it has exited. */
  async close(): Promise<void> {
    this.#closed = true
    const child = this.#child
    this.#kill(new WorkerDiedError('The worker is closed'))
    if (child) await killAndWait(child)
  }

  #start(): ChildProcess {
    const { name, log } = this.options
    const { child, residentMegabytes } = forkWorker(this.options)
    this.#child = child
    this.#residentMegabytes = residentMegabytes
    child.on('message', (result) => this.#settle(child, result as WorkerResult))
    child.on('error', (err) => {
      log?.error({ err }, `${name} process failed`)
      if (this.#child === child) this.#kill(new WorkerDiedError(err.message))
    })
    child.on('exit', (code, signal) => {
      if (this.#child !== child) return
      if (this.#job) log?.warn({ code, signal }, `${name} process died during a job`)
      this.#kill(new WorkerDiedError(`The process exited with ${signal ?? code}`))
    })
    return child
  }

  #watchTime({ pid = 0 }: ChildProcess, timeoutMs: number): () => void {
    const before = processorMs(pid)
    let last = before
    let extensions = 0
    const timer = setInterval(() => {
      const used = processorMs(pid)
      const isStarved = used > last && used - before < timeoutMs / 2
      last = used
      if (isStarved && ++extensions < MAX_EXTENSION) return
      this.options.log?.warn({ timeoutMs }, `${this.options.name} process exceeded its timeout`)
      this.#kill(new WorkerTimeoutError(`The job took more than ${timeoutMs} ms`))
    }, timeoutMs)
    return () => clearInterval(timer)
  }

  #watchMemory(child: ChildProcess, reservedMegabytes: number): () => void {
    const maxMegabytes = this.#residentMegabytes - reservedMegabytes
    if (child.pid === undefined || maxMegabytes === Number.POSITIVE_INFINITY) return () => {}
    return watchResidentMemory(child.pid, maxMegabytes, () => {
      this.options.log?.warn(
        { maxMegabytes },
        `${this.options.name} process exceeded its memory limit`,
      )
      this.#kill(new WorkerDiedError(`The process used more than ${maxMegabytes} MB`))
    })
  }

  #send(child: ChildProcess, request: WorkerRequest): void {
    child.send(request, (error) => {
      if (error && this.#child === child) this.#kill(new WorkerDiedError(error.message))
    })
  }

  #settle(child: ChildProcess, { id, result, error }: WorkerResult): void {
    const job = this.#job
    if (this.#child !== child || job?.id !== id) return
    this.#job = undefined
    job.stopWatching()
    this.#idle = setTimeout(() => this.#kill(), this.options.idleMs).unref()
    if (error === undefined) job.resolve(result)
    else job.reject(new JobError(error))
  }

  /** Kills the process. A running job fails with `reason`. */
  #kill(reason?: Error): void {
    const [child, job] = [this.#child, this.#job]
    this.#child = undefined
    this.#job = undefined
    clearTimeout(this.#idle)
    child?.kill('SIGKILL')
    if (!job) return
    job.stopWatching()
    job.reject(reason ?? new WorkerDiedError('The worker is closed'))
  }
}

/** The error that a program has sent as its response to a job. */
class JobError extends Error {
  constructor(readonly result: unknown) {
    super('The job failed')
  }
}
