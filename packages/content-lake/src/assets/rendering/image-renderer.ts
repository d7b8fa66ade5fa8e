import { readFile, rm } from 'node:fs/promises'
import { FairQueue } from 'halvi-kit/fair-queue'
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
  log?: Pick<Log, 'warn' | 'error' | 'info'> | undefined
}

type TaskInto = (into: string) => ImageTask

const IN_ADVANCE: Client = { name: 'in advance', disconnected: new AbortController().signal }

/**
 * Renders and inspects images, one at a time, in a child process that may crash. Small images run first, images
 * rendered in advance last.
 */
export class ImageRenderer {
  readonly #worker: WorkerProcess<ImageTask, ImageTaskResult>
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

  /**
   * Returns the rendered image from the cache, or renders it. Returns a buffer if it cannot be cached.
   *
   * Throws a `LakeError` 400 for an invalid original, 503 when rendering exceeds a limit, a `LimitReachedError` when
   * too many images wait, and the signal's reason when the client has disconnected.
   */
  render(rendition: Rendition, original: Original, client: Client): Promise<CachedFile | Buffer> {
    const priority = rendition.isLarge ? 1 : 0
    return this.#findOrRun(client, priority, rendition.name, renderTask(rendition, original))
  }

  renderInAdvance(rendition: Rendition, original: Original): Promise<CachedFile | Buffer> {
    return this.#findOrRun(IN_ADVANCE, 2, rendition.name, renderTask(rendition, original))
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

  #findOrRun(
    { name: client, disconnected }: Client,
    priority: number,
    name: string,
    task: TaskInto,
  ): Promise<CachedFile | Buffer> {
    // An earlier job may have rendered the same image.
    const work = async () =>
      (await this.options.cache.find(name)) ?? (await this.#runAndCache(name, task))
    return this.#queue.run(client, work, disconnected, priority)
  }

  async #runAndCache(name: string, task: TaskInto): Promise<CachedFile | Buffer> {
    const { cache, log } = this.options
    const into = await cache.temporary()
    try {
      const tooMuch = new RetryLaterError(
        503,
        'Rendering the image took too much time or memory',
        5,
      )
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
