import { readFile, rm } from 'node:fs/promises'
import { FairQueue, QueueFullError } from 'halvi-runtime/fair-queue'
import type { Log } from 'halvi-runtime/log'
import { workerProgram } from 'halvi-runtime/processes/fork-worker'
import {
  WorkerDiedError,
  WorkerProcess,
  WorkerTimeoutError,
} from 'halvi-runtime/processes/worker-process'
import { httpError } from '../../errors/errors.ts'
import { pictureLimits as limits } from '../../limits/limits.ts'
import type { ImageFacts, Inspection } from '../originals/inspect.ts'
import type { DiskCache, KeptFile } from './disk-cache.ts'
import type { Original, Picture } from './picture.ts'
import type { PictureAnswer, PictureFault, PictureTask } from './pictures-program.ts'

export interface Client {
  name: string
  /** Aborted when it has gone: its jobs are dropped then. */
  gone: AbortSignal
}

interface MakerOptions {
  cache: DiskCache
  onRefused?: ((limit: string) => void) | undefined
  log?: Pick<Log, 'warn' | 'error' | 'info'> | undefined
}

type TaskInto = (into: string) => PictureTask

/** Makes and inspects pictures, one at a time, in a process that may die of it: small ones first, in spare time last. */
export class PictureMaker {
  readonly #worker: WorkerProcess<PictureTask, PictureAnswer>
  readonly #small = new FairQueue(limits.small)
  readonly #large = new FairQueue(limits.large)
  readonly #lock = new PriorityLock(limits.smallBeforeALarge)

  constructor(private readonly options: MakerOptions) {
    this.#worker = new WorkerProcess({
      program: workerProgram('./pictures-program.ts', './lake-pictures.js', import.meta.url),
      name: 'pictures',
      heapMegabytes: limits.heapMegabytes,
      idleMs: limits.idleMs,
      log: options.log,
    })
  }

  get size(): { running: number; waiting: number } {
    const [small, large] = [this.#small.size, this.#large.size]
    return { running: small.running + large.running, waiting: small.waiting + large.waiting }
  }

  /**
   * Returns the picture, made unless the cache has it; as bytes if it can't be cached. Throws a `LakeError` 400
   * for an invalid original, 429 and 503 when too much is to do, 503 when it takes too long or too much; the
   * signal's reason when the client has gone.
   */
  make(picture: Picture, original: Original, client: Client): Promise<KeptFile | Buffer> {
    const queue = picture.isLarge ? this.#large : this.#small
    const priority = picture.isLarge ? 1 : 0
    return this.#queued(queue, client, () =>
      this.#made(priority, picture.name, rendered(picture, original)),
    )
  }

  makeInSpareTime(picture: Picture, original: Original): Promise<KeptFile | Buffer> {
    return this.#made(2, picture.name, rendered(picture, original))
  }

  /** Returns a file without its metadata, cached under a name; empty when it has none. Throws as `make` does. */
  strip(name: string, path: string, client: Client): Promise<KeptFile | Buffer> {
    return this.#queued(this.#small, client, () =>
      this.#made(0, name, (into) => ({ task: 'strip', path, into })),
    )
  }

  /** Returns facts about an image. Throws a `LakeError` 400 for other bytes, or 429, 503 as above. */
  inspect(inspection: Inspection, client: Client): Promise<ImageFacts> {
    const tooMuch = httpError(400, 'Invalid image, it takes too much to read')
    return this.#queued(this.#small, client, () =>
      this.#lock.run(0, () => this.#work({ task: 'inspect', ...inspection }, tooMuch)),
    ) as Promise<ImageFacts>
  }

  close(): void {
    this.#worker.close()
  }

  async #queued<Result>(
    queue: FairQueue,
    { name, gone }: Client,
    job: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await queue.run(name, job, gone)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      this.options.onRefused?.('pictures')
      throw httpError(error.scope === 'client' ? 429 : 503, 'Too many pictures are waiting')
    }
  }

  #made(priority: Priority, name: string, task: TaskInto): Promise<KeptFile | Buffer> {
    return this.#lock.run(priority, async () => {
      // An earlier job may have made the same one.
      return (await this.options.cache.find(name)) ?? this.#make(name, task)
    })
  }

  async #make(name: string, task: TaskInto): Promise<KeptFile | Buffer> {
    const { cache, log } = this.options
    const into = await cache.temporary()
    try {
      const tooMuch = httpError(503, 'The picture took too long or too much')
      const answer = await this.#work(task(into), tooMuch)
      if (answer && 'size' in answer) {
        return (await cache.adopt(name, into, answer.size)) ?? (await readFile(into))
      }
      log?.warn({ name }, 'a picture could not be cached')
      const { bytes } = answer as { bytes: Uint8Array }
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    } finally {
      // Left over when it was not cached, or the process died while it wrote.
      await rm(into, { force: true }).catch(() => {})
    }
  }

  /** Throws `tooMuch` when the process was ended by the task. */
  async #work(task: PictureTask, tooMuch: Error): Promise<PictureAnswer> {
    const run = (one: PictureTask, timeoutMs: number) =>
      this.#worker.run(one, timeoutMs, (fault) => {
        const { statusCode, message } = fault as PictureFault
        return httpError(statusCode, message)
      })
    try {
      if (!this.#worker.isRunning) await run({ task: 'ready' }, limits.startMs)
      return await run(task, limits.timeoutMs)
    } catch (error) {
      const isFatal = error instanceof WorkerTimeoutError || error instanceof WorkerDiedError
      throw isFatal ? tooMuch : error
    }
  }
}

function rendered({ rendering: wanted }: Picture, original: Original): TaskInto {
  const { path, extension, width, height } = original
  return (into) => ({ task: 'render', original: { path, extension, width, height }, wanted, into })
}

/** The class of a job: of waiting jobs, the lower goes first. */
type Priority = 0 | 1 | 2

/** Runs one job at a time by priority. Some of the first class let one of the second go; the third waits for all. */
class PriorityLock {
  readonly #waiting: [(() => void)[], (() => void)[], (() => void)[]] = [[], [], []]
  #running = false
  #firsts = 0

  constructor(private readonly firstBeforeSecond: number) {}

  async run<Result>(priority: Priority, job: () => Promise<Result>): Promise<Result> {
    if (this.#running) await new Promise<void>((start) => this.#waiting[priority].push(start))
    this.#running = true
    try {
      return await job()
    } finally {
      // Jobs that follow from this one's end are to be among those that wait.
      setImmediate(() => this.#startNext())
    }
  }

  #startNext(): void {
    const [first, second, third] = this.#waiting
    const isFirst =
      first.length > 0 && !(second.length > 0 && this.#firsts >= this.firstBeforeSecond)
    this.#firsts = isFirst ? this.#firsts + 1 : 0
    const start = isFirst ? first.shift() : (second.shift() ?? third.shift())
    if (start) start()
    else this.#running = false
  }
}
