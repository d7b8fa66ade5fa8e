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
import { imageLimits as limits } from '../../limits/limits.ts'
import type { ImageFacts, Inspection } from '../originals/inspect.ts'
import type { CachedFile, DiskCache } from './disk-cache.ts'
import type { ImageTask, ImageTaskError, ImageTaskResult } from './program.ts'
import type { Original, Rendition } from './rendition.ts'

export interface Client {
  name: string
  /** Aborted when the client disconnects. Its waiting jobs are dropped then. */
  disconnected: AbortSignal
}

interface RendererOptions {
  cache: DiskCache
  onRefused?: ((limit: string) => void) | undefined
  log?: Pick<Log, 'warn' | 'error' | 'info'> | undefined
}

type TaskInto = (into: string) => ImageTask

/**
 * Renders and inspects images, one at a time, in a child process that may crash. Small images run first, images
 * rendered in advance last.
 */
export class ImageRenderer {
  readonly #worker: WorkerProcess<ImageTask, ImageTaskResult>
  readonly #small = new FairQueue(limits.small)
  readonly #large = new FairQueue(limits.large)
  readonly #lock = new PriorityLock(limits.smallPerLarge)

  constructor(private readonly options: RendererOptions) {
    this.#worker = new WorkerProcess({
      program: workerProgram('./program.ts', './lake-pictures.js', import.meta.url),
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
   * Returns the rendered image from the cache, or renders it. Returns a buffer if it cannot be cached.
   *
   * Throws a `LakeError` 400 for an invalid original, 429 and 503 when too many images wait, 503 when rendering
   * exceeds a limit, and the signal's reason when the client has disconnected.
   */
  render(rendition: Rendition, original: Original, client: Client): Promise<CachedFile | Buffer> {
    const queue = rendition.isLarge ? this.#large : this.#small
    const priority = rendition.isLarge ? 1 : 0
    return this.#queued(queue, client, () =>
      this.#findOrRun(priority, rendition.name, renderTask(rendition, original)),
    )
  }

  renderInAdvance(rendition: Rendition, original: Original): Promise<CachedFile | Buffer> {
    return this.#findOrRun(2, rendition.name, renderTask(rendition, original))
  }

  /**
   * Returns a file without its metadata, cached under `name`. The result is empty if the file has no metadata. Throws
   * as `render` does.
   */
  strip(name: string, path: string, client: Client): Promise<CachedFile | Buffer> {
    return this.#queued(this.#small, client, () =>
      this.#findOrRun(0, name, (into) => ({ task: 'strip', path, into })),
    )
  }

  /** Returns facts about an image. Throws a `LakeError` 400 for bytes that are not an image, 429, or 503. */
  inspect(inspection: Inspection, client: Client): Promise<ImageFacts> {
    const tooMuch = httpError(
      400,
      'This image takes too much time or memory to read. Make it smaller, and upload it again',
    )
    return this.#queued(this.#small, client, () =>
      this.#lock.run(0, () => this.#runTask({ task: 'inspect', ...inspection }, tooMuch)),
    ) as Promise<ImageFacts>
  }

  close(): void {
    this.#worker.close()
  }

  async #queued<Result>(
    queue: FairQueue,
    { name, disconnected }: Client,
    job: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await queue.run(name, job, disconnected)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      this.options.onRefused?.('pictures')
      throw httpError(
        error.scope === 'client' ? 429 : 503,
        'Too many images are waiting to be rendered',
      )
    }
  }

  #findOrRun(priority: Priority, name: string, task: TaskInto): Promise<CachedFile | Buffer> {
    return this.#lock.run(priority, async () => {
      // An earlier job may have rendered the same image.
      return (await this.options.cache.find(name)) ?? this.#runAndCache(name, task)
    })
  }

  async #runAndCache(name: string, task: TaskInto): Promise<CachedFile | Buffer> {
    const { cache, log } = this.options
    const into = await cache.temporary()
    try {
      const tooMuch = httpError(503, 'Rendering the image took too much time or memory')
      const answer = await this.#runTask(task(into), tooMuch)
      if (answer && 'size' in answer) {
        return (await cache.adopt(name, into, answer.size)) ?? (await readFile(into))
      }
      log?.warn({ name }, 'image could not be cached')
      const { bytes } = answer as { bytes: Uint8Array }
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    } finally {
      // The file still exists if it was not cached, or if the process died while writing it.
      await rm(into, { force: true }).catch(() => {})
    }
  }

  /** Runs a task. Throws `tooMuch` when the task killed the process or timed out. */
  async #runTask(task: ImageTask, tooMuch: Error): Promise<ImageTaskResult> {
    const run = (one: ImageTask, timeoutMs: number) =>
      this.#worker.run(one, timeoutMs, (fault) => {
        const { statusCode, message } = fault as ImageTaskError
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

function renderTask({ instructions: wanted }: Rendition, original: Original): TaskInto {
  const { path, extension, width, height } = original
  return (into) => ({ task: 'render', original: { path, extension, width, height }, wanted, into })
}

/** Priority of a job; jobs with a lower number run first. */
type Priority = 0 | 1 | 2

/**
 * Runs one job at a time, in order of priority. After `smallPerLarge` jobs of priority 0, one waiting job of
 * priority 1 runs. Jobs of priority 2 run when no others wait.
 */
class PriorityLock {
  readonly #waiting: [(() => void)[], (() => void)[], (() => void)[]] = [[], [], []]
  #running = false
  #firstsInARow = 0

  constructor(private readonly smallPerLarge: number) {}

  async run<Result>(priority: Priority, job: () => Promise<Result>): Promise<Result> {
    if (this.#running) await new Promise<void>((start) => this.#waiting[priority].push(start))
    this.#running = true
    try {
      return await job()
    } finally {
      // Wait until jobs that follow from this one's result have been queued.
      setImmediate(() => this.#startNext())
    }
  }

  #startNext(): void {
    const [first, second, third] = this.#waiting
    const isFirst =
      first.length > 0 && !(second.length > 0 && this.#firstsInARow >= this.smallPerLarge)
    this.#firstsInARow = isFirst ? this.#firstsInARow + 1 : 0
    const start = isFirst ? first.shift() : (second.shift() ?? third.shift())
    if (start) start()
    else this.#running = false
  }
}
