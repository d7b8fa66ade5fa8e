import { FairQueue } from 'halvi-kit/fair-queue'
import type { CachedFile, DiskCache } from 'halvi-kit/files/disk-cache'
import type { Log } from 'halvi-kit/log'
import { workerProgram } from 'halvi-kit/processes/fork-worker'
import {
  WorkerDiedError,
  WorkerProcess,
  WorkerTimeoutError,
} from 'halvi-kit/processes/worker-process'
import { httpError, RetryLaterError } from '../../errors/errors.ts'
import { imageLimits as limits } from '../../limits/limits.ts'
import type { ImageFacts, Inspection } from '../originals/inspect.ts'
import type { ImageTask, ImageTaskError } from './program.ts'
import type { Original, Rendition } from './rendition.ts'

export interface Client {
  name: string
  /** Aborted when the client disconnects. Its waiting jobs are dropped then. */
  disconnected: AbortSignal
}

interface RendererOptions {
  cache: DiskCache
  log?: Pick<Log, 'warn' | 'error' | 'info'> | undefined
}

/** Renders and inspects images, one at a time, in a child process that may crash. */
export class ImageRenderer {
  readonly #worker: WorkerProcess<ImageTask, unknown>
  readonly #queue = new FairQueue(limits.queue, 'pictures')

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
    return this.#queue.size
  }

  /** Returns a rendered image from the cache. */
  find(name: string): CachedFile | undefined {
    return this.options.cache.find(name)
  }

  /**
   * Returns the rendered image from the cache, or renders it.
   *
   * Throws a `LakeError` 400 for an invalid original, 503 when rendering exceeds a limit, a `LimitReachedError` when
   * too many images wait, and the signal's reason when the client has disconnected.
   */
  render(rendition: Rendition, original: Original, client: Client): Promise<CachedFile | Buffer> {
    const { cache, log } = this.options
    const { name, instructions: wanted } = rendition
    const { path, extension, width, height } = original
    const task: ImageTask = {
      ...{ task: 'render', original: { path, extension, width, height }, wanted },
    }
    const tooMuch = 'Rendering the image took too much time or memory'
    const work = async () => {
      // An earlier job may have rendered the same image.
      const known = this.find(name)
      if (known) return known
      const answer = await this.#runTask(task, new RetryLaterError(503, tooMuch, 5))
      const { buffer, byteOffset, length } = answer as Uint8Array<ArrayBuffer>
      const bytes = Buffer.from(buffer, byteOffset, length)
      const warn = (err: unknown) => log?.warn({ err, name }, 'image could not be cached')
      await cache.store(name, bytes).catch(warn)
      return bytes
    }
    return this.#queue.run(client.name, work, client.disconnected)
  }

  /** Returns facts about an image. Throws a `LakeError` 400 for bytes that are not an image, or as `render` does. */
  inspect(inspection: Inspection, { name, disconnected }: Client): Promise<ImageFacts> {
    const tooMuch = httpError(
      400,
      'This image takes too much time or memory to read. Make it smaller, and upload it again',
    )
    const work = () => this.#runTask({ task: 'inspect', ...inspection }, tooMuch)
    return this.#queue.run(name, work, disconnected) as Promise<ImageFacts>
  }

  close(): void {
    this.#worker.close()
  }

  /** Runs a task. Throws `tooMuch` when the task killed the process or timed out. */
  async #runTask(task: ImageTask, tooMuch: Error): Promise<unknown> {
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
