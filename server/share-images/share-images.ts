import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Log } from 'halvi-runtime/log'
import { workerProgram } from 'halvi-runtime/processes/fork-worker'
import { WorkerProcess } from 'halvi-runtime/processes/worker-process'
import { RequestCoalescing } from 'halvi-runtime/request-coalescing'
import { type PageHead, readHead } from './shared-page.ts'

/** Maximum number of images on disk, each about 60 kB. A site has about thirty pages. */
const maxFiles = 300

/** Limits of the drawing process. Without its cache, sharp uses 70 MB. The process exits when it is idle. */
const heapMegabytes = 64
const idleMs = 10_000
/** Timeout for starting the process on a busy machine and drawing an image. */
const timeoutMs = 20_000

/** Draws share images, one at a time in a child process, and stores them on disk. */
export class ShareImages {
  readonly #folder: string
  readonly #log: Log | undefined
  readonly #worker: WorkerProcess<PageHead, Uint8Array>
  readonly #drawing = new RequestCoalescing<string, never>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string, log?: Log) {
    // DATA_DIR is usually relative, but `sendFile` requires an absolute path.
    this.#folder = resolve(folder)
    this.#log = log
    this.#worker = new WorkerProcess({
      program: workerProgram('./program.ts', './share-images.js', import.meta.url),
      name: 'share images',
      heapMegabytes,
      idleMs,
      log,
    })
  }

  /**
   * Resolves to the path of a page's share image. Draws the image if it does not exist.
   *
   * @throws when the image can't be drawn or stored
   */
  async fileOf(page: PageHead): Promise<string> {
    const { title, text, brand, version } = page
    const content = createHash('sha256').update(JSON.stringify([version, brand, title, text]))
    const file = join(this.#folder, `${content.digest('hex').slice(0, 32)}.png`)
    if (await touch(file)) return file
    return this.#drawing.join(file, () => this.#draw(page, file))
  }

  /**
   * Draws the share images of these pages in advance, until `signal` is aborted.
   *
   * @throws when an image can't be drawn
   */
  async keepReady(
    pages: readonly Buffer[],
    pause: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const heads = pages.flatMap((page) => readHead(page) ?? [])
    const unique = new Map(heads.map((head) => [JSON.stringify(head), head]))
    // Further images would only evict the first ones.
    for (const head of [...unique.values()].slice(0, maxFiles)) {
      await pause()
      if (signal.aborted) return
      await this.fileOf(head)
    }
  }

  /** Stops the drawing process. */
  close(): void {
    this.#worker.close()
  }

  #draw(page: PageHead, file: string): Promise<string> {
    const drawn = this.#last.then(async () => {
      const png = await this.#worker.run(page, timeoutMs, (error) => {
        return new Error((error as { message: string }).message)
      })
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const beside = `${file}.${randomUUID()}`
      await writeFile(beside, png, { mode: 0o600 })
      await rename(beside, file)
      await this.#makeRoom().catch((err) =>
        this.#log?.warn({ err }, 'deleting old share images failed'),
      )
      return file
    })
    this.#last = drawn.catch(() => {})
    return drawn
  }

  /** Deletes the images that have not been used for the longest time. */
  async #makeRoom(): Promise<void> {
    const names = await readdir(this.#folder)
    if (names.length <= maxFiles) return
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(this.#folder, name)
        return { file, used: (await stat(file)).mtimeMs }
      }),
    )
    files.sort((a, b) => a.used - b.used)
    for (const { file } of files.slice(0, names.length - maxFiles)) await rm(file, { force: true })
  }
}

/** Resolves to whether a file exists, and updates its time of last use. */
async function touch(file: string): Promise<boolean> {
  const now = new Date()
  return utimes(file, now, now).then(
    () => true,
    () => false,
  )
}
