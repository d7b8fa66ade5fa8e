import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

export interface CachedFile {
  path: string
  size: number
}

/**
 * A cache of files up to `limitBytes` in total. Evicts the least recently used file first and pinned files last. The
 * order survives a restart.
 */
export class DiskCache {
  /** Sizes in bytes by name, least recently used first. */
  readonly #entries = new Map<string, number>()
  readonly #loaded: Promise<void>
  #pinned: ReadonlySet<string> = new Set()
  #last: Promise<unknown>
  #bytes = 0

  constructor(
    private readonly directory: string,
    private readonly limitBytes: number,
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.#loaded = this.#load()
    this.#last = this.#loaded.catch(() => undefined)
  }

  async find(name: string): Promise<CachedFile | undefined> {
    await this.#loaded
    const size = this.#entries.get(name)
    if (size === undefined) return undefined
    this.#entries.delete(name)
    this.#entries.set(name, size)
    const path = join(this.directory, name)
    try {
      const now = new Date()
      await utimes(path, now, now)
      return { path, size }
    } catch {
      this.#removeEntry(name)
      return undefined
    }
  }

  pin(names: ReadonlySet<string>): void {
    this.#pinned = names
  }

  /** Returns a path in the folder for a temporary file. A file that remains there is deleted at the next start. */
  async temporary(): Promise<string> {
    await this.#loaded
    // Operators may have deleted the folder while the disk was full.
    await mkdir(this.directory, { recursive: true, mode: 0o700 })
    return join(this.directory, `${randomUUID()}.part`)
  }

  /**
   * Moves a synced temporary file into the cache. Returns undefined and leaves the file untouched if it is larger
   * than the cache.
   */
  adopt(name: string, temporary: string, size: number): Promise<CachedFile | undefined> {
    // One at a time. Otherwise a file could be evicted before it is in place, and would then remain on disk.
    const adopted = this.#last.then(async () => {
      if (size > this.limitBytes) return undefined
      this.#removeEntry(name)
      await this.#evictFor(size)
      const path = join(this.directory, name)
      await rename(temporary, path)
      this.#entries.set(name, size)
      this.#bytes += size
      return { path, size }
    })
    this.#last = adopted.catch(() => undefined)
    return adopted
  }

  async close(): Promise<void> {
    await this.#last
  }

  async #evictFor(size: number): Promise<void> {
    const names = [...this.#entries.keys()]
    const isPinned = (name: string) => this.#pinned.has(name)
    for (const name of [...names.filter((name) => !isPinned(name)), ...names.filter(isPinned)]) {
      if (this.#bytes + size <= this.limitBytes) return
      this.#removeEntry(name)
      await rm(join(this.directory, name), { force: true })
    }
  }

  #removeEntry(name: string): void {
    this.#bytes -= this.#entries.get(name) ?? 0
    this.#entries.delete(name)
  }

  async #load(): Promise<void> {
    const found: { name: string; size: number; used: number }[] = []
    for (const name of await readdir(this.directory)) {
      const path = join(this.directory, name)
      if (name.endsWith('.part')) await rm(path, { force: true })
      else {
        const { size, mtimeMs } = await stat(path)
        found.push({ name, size, used: mtimeMs })
      }
    }
    for (const { name, size } of found.sort((a, b) => a.used - b.used)) {
      this.#entries.set(name, size)
      this.#bytes += size
    }
    await this.#evictFor(0)
  }
}
