import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** A file in a cache. */
export interface CachedFile {
  path: string
  /** In bytes. */
  size: number
}

/** A cache of files up to `limitBytes` in total. Evicts the least recently used file first, also after a restart. */
export class DiskCache {
  /** Sizes in bytes by name. */
  readonly #sizes: LRUCache<string, number>

  constructor(
    private readonly directory: string,
    limitBytes: number,
  ) {
    const remove = (name: string) => rmSync(join(directory, name), { force: true })
    this.#sizes = new LRUCache({
      maxSize: limitBytes,
      sizeCalculation: (size) => size || 1,
      dispose: (_size, name, reason) => reason === 'evict' && remove(name),
    })
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const files = readdirSync(directory, { withFileTypes: true }).filter((one) => one.isFile())
    const found = files.map(({ name }) => {
      const { mtimeMs: used, size } = statSync(join(directory, name))
      return { name, used, size }
    })
    for (const { name, size } of found.sort((a, b) => a.used - b.used)) {
      if (!name.endsWith('.part')) this.#sizes.set(name, size)
      if (!this.#sizes.has(name)) remove(name)
    }
  }

  /** Returns a file, which then counts as just used. */
  find(name: string): CachedFile | undefined {
    const size = this.#sizes.get(name)
    if (size === undefined) return undefined
    const path = join(this.directory, name)
    const now = new Date()
    try {
      utimesSync(path, now, now)
      return { path, size }
    } catch {
      // The file was deleted outside of the cache.
      this.#sizes.delete(name)
      return undefined
    }
  }

  /** Deletes all files except those with these names. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of [...this.#sizes.keys()]) {
      if (names.has(name)) continue
      this.#sizes.delete(name)
      rmSync(join(this.directory, name), { force: true })
    }
  }

  /** Stores a file unless it is larger than the cache. Throws when the disk is full. */
  async store(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = join(this.directory, `${randomUUID()}.part`)
    try {
      // Operators may have deleted the folder while the disk was full.
      await mkdir(this.directory, { recursive: true, mode: 0o700 })
      await writeFile(temporary, bytes, { mode: 0o600, flush: true })
      // Without a pause in between, so that nobody looks for the file before it exists.
      if (this.#sizes.set(name, bytes.length).has(name))
        renameSync(temporary, join(this.directory, name))
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
