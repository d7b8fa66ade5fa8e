import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Log } from 'halvi-runtime/log'
import { WorkerProcess } from 'halvi-runtime/processes/worker-process'
import { RequestCoalescing } from 'halvi-runtime/request-coalescing'
import { type PageHead, readHead } from './shared-page.ts'

/** As many pictures are on disk at most, each of some 60 kB; a site has thirty pages. */
const mostFiles = 300

/** For the process that draws: sharp, without a cache, holds 70 MB; it is ended when it has nothing to do. */
const heapMegabytes = 64
const idleMs = 10_000
/** To be started on a busy machine, and to draw. */
const timeoutMs = 20_000

/** The pictures for shared links, drawn one at a time in a process of their own, and kept on disk. */
export class ShareImages {
  readonly #folder: string
  readonly #log: Log | undefined
  readonly #worker: WorkerProcess<PageHead, Uint8Array>
  readonly #drawing = new RequestCoalescing<string, never>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string, log?: Log) {
    // What is sent as a file has to be absolute; DATA_DIR mostly is not.
    this.#folder = resolve(folder)
    this.#log = log
    this.#worker = new WorkerProcess({
      program: program(),
      name: 'share images',
      heapMegabytes,
      idleMs,
      log,
    })
  }

  /** The file that shows a page. @throws when it can't be drawn or kept */
  async fileOf(page: PageHead): Promise<string> {
    const { title, brand, version } = page
    const content = createHash('sha256').update(JSON.stringify([version, brand, title]))
    const file = join(this.#folder, `${content.digest('hex').slice(0, 32)}.png`)
    if (await isThere(file)) return file
    return this.#drawing.join(file, () => this.#draw(page, file))
  }

  /** Draws the pictures of these pages ahead, until `signal` is aborted. @throws when one can't be drawn */
  async keepReady(
    pages: readonly Buffer[],
    pause: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const heads = pages.flatMap((page) => readHead(page) ?? [])
    const unique = new Map(heads.map((head) => [JSON.stringify(head), head]))
    // All others would be drawn again and again, each in the place of another.
    for (const head of [...unique.values()].slice(0, mostFiles)) {
      await pause()
      if (signal.aborted) return
      await this.fileOf(head)
    }
  }

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
      await this.#makeRoom().catch((err) => this.#log?.warn({ err }, 'old share images stay'))
      return file
    })
    this.#last = drawn.catch(() => {})
    return drawn
  }

  /** Whatever has not been asked for the longest goes. */
  async #makeRoom(): Promise<void> {
    const names = await readdir(this.#folder)
    if (names.length <= mostFiles) return
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(this.#folder, name)
        return { file, used: (await stat(file)).mtimeMs }
      }),
    )
    files.sort((a, b) => a.used - b.used)
    for (const { file } of files.slice(0, names.length - mostFiles)) await rm(file, { force: true })
  }
}

/** Whether there is a file, which is noted as used. */
async function isThere(file: string): Promise<boolean> {
  const now = new Date()
  return utimes(file, now, now).then(
    () => true,
    () => false,
  )
}

/** A bundle beside this one, or the source while this is one. */
function program(): URL {
  const { url } = import.meta
  return new URL(url.endsWith('.ts') ? './program.ts' : './share-images.js', url)
}
