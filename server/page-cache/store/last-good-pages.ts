import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { chmodPrivate, replacePrivateFile } from 'halvi-kit/files/private-files'
import type { Logger } from 'pino'
import { type CachedPage, peopleTag, type RenderedPage } from './page.ts'

/** A page that was read from disk. */
export interface StoredPage {
  key: string
  made: number
  rendered: RenderedPage
  /** The body in brotli, if available. Compressing all pages again takes seconds after a restart. */
  brotli?: Buffer
}

/** The content of a file, in the format of `v8.serialize`. Truncated files can't be deserialized. */
interface PageFile extends StoredPage {
  build: string
}

/** Interval in which changed pages are written, in milliseconds. Later changes are lost in a crash. */
const writeEvery = 5_000

/**
 * Stores the last good pages of this build on disk, one file per page. They are served after a restart while the
 * content is unreachable.
 */
export class LastGoodPages {
  readonly #changed = new Map<string, CachedPage | undefined>()
  readonly #folder: string
  readonly #build: string
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: string, build: string, log: Logger) {
    this.#folder = folder
    this.#build = build
    this.#log = log
    this.#timer = setInterval(() => this.write(), writeEvery).unref()
  }

  /** Stores a page, or deletes it if `page` is undefined or shows people, at the next write. */
  set(key: string, page: CachedPage | undefined): void {
    this.#changed.set(key, page?.tags.has(peopleTag) ? undefined : page)
  }

  /** Resolves to all pages of this build. Deletes all other files in the folder. */
  async read(): Promise<StoredPage[]> {
    const pages: StoredPage[] = []
    chmodPrivate(this.#folder, this.#log)
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const file = join(this.#folder, name)
      const page = await readFile(file)
        .then((content): PageFile => deserialize(content))
        .catch(() => undefined)
      if (page?.build === this.#build && this.#file(page.key) === file) pages.push(page)
      else await rm(file, { force: true, recursive: true }).catch(() => {})
    }
    return pages
  }

  /** Writes all changes so far. Logs an error if that fails. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        if (this.#changed.size > 0) await mkdir(this.#folder, { recursive: true, mode: 0o700 })
        for (const [key, page] of this.#changed) {
          this.#changed.delete(key)
          await this.#writePage(key, page).catch((error) => {
            // Keeps a newer change of the same page.
            if (!this.#changed.has(key)) this.set(key, page)
            throw error
          })
        }
      } catch (err) {
        this.#log.error({ err }, 'writing the stored pages failed')
      }
    })
    return this.#writing
  }

  /** Stops the timer and writes the remaining changes. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }

  async #writePage(key: string, page: CachedPage | undefined): Promise<void> {
    const file = this.#file(key)
    if (!page) return rm(file, { force: true })
    const { renderedAt, status, tags, source, variants } = page
    const brotli = variants.get('br')?.body
    const content: PageFile = {
      key,
      build: this.#build,
      made: renderedAt,
      rendered: { status, tags, ...source },
      ...(brotli && { brotli }),
    }
    await replacePrivateFile(file, serialize(content))
  }

  #file(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex').slice(0, 32))
  }
}
