import type { ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'
import { type ForkOptions, forkWorker } from './fork-worker.ts'
import { killAndWait } from './kill-and-wait.ts'
import { watchResidentMemory } from './resident-memory.ts'
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** A process to be forked when there is something to do. */
interface WorkerOptions extends ForkOptions {
  /** What it is called in the log. */
  name: string
  /** It is ended after having had nothing to do for so long. */
  idleMs: number
  log?: Log | undefined
}

/** The process was ended because a job took too long. */
export class WorkerTimeoutError extends Error {
  override name = 'WorkerTimeoutError'
}

/** The process ended in the middle of a job: beyond its memory, or by a fault of native code. */
export class WorkerDiedError extends Error {
  override name = 'WorkerDiedError'
}

interface Job {
  id: number
  resolve(answer: unknown): void
  reject(error: Error): void
  timer: NodeJS.Timeout
  stopWatching(): void
}

/**
 * A child process for work that may take long, take all memory or end the process that does it. It is
 * started when there is something to do, killed when a job takes too long, and started anew for the
 * next job. Jobs are handed over one at a time: put a queue in front.
 */
export class WorkerProcess<Request, Answer> {
  readonly #options: WorkerOptions
  #child: ChildProcess | undefined
  /** What the process that runs may hold. */
  #residentMegabytes = Number.POSITIVE_INFINITY
  #job: Job | undefined
  #lastId = 0
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Whether it runs, so that it has to be told what changes. */
  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** The id of the process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Does a job.
   *
   * @throws WorkerTimeoutError, WorkerDiedError, or what the program answered as `error`: `onError`
   *   makes an error of it
   */
  run(message: Request, timeoutMs: number, onError: (error: unknown) => Error): Promise<Answer> {
    if (this.#closed) return Promise.reject(new WorkerDiedError('The worker has been closed'))
    if (this.#job) return Promise.reject(new Error('One job at a time'))
    clearTimeout(this.#idle)
    const child = this.#child ?? this.#start()
    const id = ++this.#lastId
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#end(new WorkerTimeoutError(`Took more than ${timeoutMs} ms`))
      }, timeoutMs)
      const job: Job = {
        id,
        resolve: (answer) => resolve(answer as Answer),
        reject: (error) => reject(error),
        timer,
        stopWatching: this.#watchMemory(child),
      }
      this.#job = job
      try {
        this.#send(child, { id, message })
      } catch (error) {
        // What can't be put into a message is the job's own fault: the process did not hear of it.
        this.#job = undefined
        forget(job)
        reject(error)
      }
    }).catch((error) => {
      throw error instanceof AnsweredError ? onError(error.answer) : error
    })
  }

  /** Tells the process something, before any later job. Nothing happens when it does not run. */
  tell(message: unknown): void {
    if (this.#child) this.#send(this.#child, { message })
  }

  /** Ends the process where it is idle, so that the next job starts it anew. */
  restart(): void {
    if (!this.#job) this.#end()
  }

  /** Ends the process and the job that it does. Resolves when it has exited. */
  async close(): Promise<void> {
    this.#closed = true
    const child = this.#child
    this.#end(new WorkerDiedError('The worker has been closed'))
    if (child) await killAndWait(child)
  }

  #start(): ChildProcess {
    const { name, log } = this.#options
    const { child, residentMegabytes } = forkWorker(this.#options)
    this.#child = child
    this.#residentMegabytes = residentMegabytes
    child.on('message', (answer) => this.#take(child, answer as WorkerAnswer))
    child.on('error', (err) => {
      log?.error({ err }, `the ${name} process failed`)
      if (this.#child === child) this.#end(new WorkerDiedError(err.message))
    })
    child.on('exit', (code, signal) => {
      if (this.#child !== child) return
      if (this.#job)
        log?.warn({ code, signal }, `the ${name} process died in the middle of its work`)
      this.#end(new WorkerDiedError(`The process ended with ${signal ?? code}`))
    })
    return child
  }

  #watchMemory(child: ChildProcess): () => void {
    const most = this.#residentMegabytes
    if (child.pid === undefined || most === Number.POSITIVE_INFINITY) return () => {}
    return watchResidentMemory(child.pid, most, () => {
      this.#options.log?.warn({ most }, `the ${this.#options.name} process took too much memory`)
      this.#end(new WorkerDiedError(`Held more than ${most} MB`))
    })
  }

  #send(child: ChildProcess, request: WorkerRequest): void {
    child.send(request, (error) => {
      if (error && this.#child === child) this.#end(new WorkerDiedError(error.message))
    })
  }

  #take(child: ChildProcess, { id, answer, error }: WorkerAnswer): void {
    const job = this.#job
    if (this.#child !== child || job?.id !== id) return
    this.#job = undefined
    forget(job)
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs).unref()
    if (error === undefined) job.resolve(answer)
    else job.reject(new AnsweredError(error))
  }

  /** The process is of no more use: whatever is in it goes, the job under way fails with `reason`. */
  #end(reason?: Error): void {
    const [child, job] = [this.#child, this.#job]
    this.#child = undefined
    this.#job = undefined
    clearTimeout(this.#idle)
    child?.kill('SIGKILL')
    if (!job) return
    forget(job)
    job.reject(reason ?? new WorkerDiedError('The worker has been closed'))
  }
}

/** Carries what the program answered as its error. */
class AnsweredError extends Error {
  constructor(readonly answer: unknown) {
    super('The job failed')
  }
}

function forget({ timer, stopWatching }: Job): void {
  clearTimeout(timer)
  stopWatching()
}
