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
import type { Picture } from './picture.ts'
import type { PictureAnswer, PictureFault, PictureTask } from './pictures-program.ts'
import { type Priority, PriorityLock } from './priority-lock.ts'
import type { Original } from './rendering.ts'

/** For whom something is done. */
export interface Client {
  /** What the fair queue tells clients apart by. */
  name: string
  /** Aborted when it has gone: what it waits for is dropped then. */
  gone: AbortSignal
}

interface MakerOptions {
  cache: DiskCache
  onRefused?: ((limit: string) => void) | undefined
  log?: Pick<Log, 'warn' | 'error' | 'info'> | undefined
}

/**
 * Makes pictures and looks into images, in a process of its own that may die of it. One thing at a
 * time, from a fair queue of clients: small pictures go before large ones, and what nobody waits for comes last.
 */
export class PictureMaker {
  readonly #options: MakerOptions
  readonly #worker: WorkerProcess<PictureTask, PictureAnswer>
  readonly #small = new FairQueue(limits.small)
  readonly #large = new FairQueue(limits.large)
  readonly #lock = new PriorityLock(limits.smallBeforeALarge)

  constructor(options: MakerOptions) {
    this.#options = options
    this.#worker = new WorkerProcess({
      program: workerProgram('./pictures-program.ts', './lake-pictures.js', import.meta.url),
      name: 'pictures',
      heapMegabytes: limits.heapMegabytes,
      idleMs: limits.idleMs,
      log: options.log,
    })
  }

  /** How many pictures are being made, or images looked into, for somebody, and how many wait for that. */
  get size(): { running: number; waiting: number } {
    const [small, large] = [this.#small.size, this.#large.size]
    return { running: small.running + large.running, waiting: small.waiting + large.waiting }
  }

  /**
   * The picture, made unless it is there when its job starts. It comes as bytes if it can't be kept.
   *
   * @throws LakeError 400 for an original that cannot be read, 429 and 503 when too much is to do, 503
   *   when it takes too long or too much; the signal's reason when the client has gone
   */
  make(picture: Picture, original: Original, client: Client): Promise<KeptFile | Buffer> {
    const [queue, priority] = picture.isLarge
      ? [this.#large, 1 as const]
      : [this.#small, 0 as const]
    return this.#queued(queue, client, () =>
      this.#made(priority, picture.name, rendered(picture, original)),
    )
  }

  /** The same when there is nothing else to do. */
  makeInSpareTime(picture: Picture, original: Original): Promise<KeptFile | Buffer> {
    return this.#made(2, picture.name, rendered(picture, original))
  }

  /**
   * A file without its metadata, kept under a name; empty when it has none. Throws as `make` does, also for
   * a file that cannot be decoded.
   */
  strip(name: string, path: string, client: Client): Promise<KeptFile | Buffer> {
    const task = (into: string) => ({ task: 'strip' as const, path, into })
    return this.#queued(this.#small, client, () => this.#made(0, name, task))
  }

  /** What an image's bytes say about it. @throws LakeError 400 for what is none, or 429, 503 as above */
  inspect(inspection: Inspection, client: Client): Promise<ImageFacts> {
    const task: PictureTask = { task: 'inspect', ...inspection }
    return this.#queued(this.#small, client, async () => {
      const answer = await this.#lock
        .run(0, () => this.#work(task))
        .catch((error) => {
          throw isFatal(error) ? httpError(400, 'Invalid image, it takes too much to read') : error
        })
      return answer as ImageFacts
    })
  }

  /** Ends the process; what is under way or waits fails with 503. */
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
      this.#options.onRefused?.('pictures')
      throw httpError(error.scope === 'client' ? 429 : 503, 'Too many pictures are waiting')
    }
  }

  #made(priority: Priority, name: string, task: TaskInto): Promise<KeptFile | Buffer> {
    return this.#lock.run(priority, async () => {
      // Somebody who asked before wanted the same one.
      return (await this.#options.cache.find(name)) ?? this.#make(name, task)
    })
  }

  async #make(name: string, task: TaskInto): Promise<KeptFile | Buffer> {
    const { cache, log } = this.#options
    const into = await cache.temporary()
    try {
      const answer = await this.#work(task(into)).catch((error) => {
        throw isFatal(error) ? httpError(503, 'The picture took too long or too much') : error
      })
      if (answer && 'size' in answer) {
        return (await cache.adopt(name, into, answer.size)) ?? (await readFile(into))
      }
      log?.warn({ name }, 'a picture could not be cached')
      const { bytes } = answer as { bytes: Uint8Array }
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    } finally {
      // Left over when it was not kept, or the process died while it wrote.
      await rm(into, { force: true }).catch(() => {})
    }
  }

  async #work(task: PictureTask): Promise<PictureAnswer> {
    if (!this.#worker.isRunning) await this.#run({ task: 'ready' }, limits.startMs)
    return this.#run(task, limits.timeoutMs)
  }

  #run(task: PictureTask, timeoutMs: number): Promise<PictureAnswer> {
    return this.#worker.run(task, timeoutMs, (fault) => {
      const { statusCode, message } = fault as PictureFault
      return httpError(statusCode, message)
    })
  }
}

/** What is to be done, given the path that the result is written to. */
type TaskInto = (into: string) => PictureTask

function rendered({ rendering: wanted }: Picture, original: Original): TaskInto {
  const { path, extension, width, height } = original
  return (into) => ({ task: 'render', original: { path, extension, width, height }, wanted, into })
}

function isFatal(error: unknown): boolean {
  return error instanceof WorkerTimeoutError || error instanceof WorkerDiedError
}
