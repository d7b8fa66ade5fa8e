import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Files that can be made again, in one folder, never more than `limitBytes` together:
 * what was used longest ago goes first. The order of use outlives the process in the
 * files' modification times.
 */
export class DiskCache {
  private readonly directory: string
  private readonly limitBytes: number
  /** Sizes in bytes by name, the least recently used first. */
  private readonly entries = new Map<string, number>()
  private readonly loaded: Promise<void>
  /** The write in progress, or the one that ended last. */
  private last: Promise<void>
  private bytes = 0

  constructor(directory: string, limitBytes: number) {
    this.directory = directory
    this.limitBytes = limitBytes
    mkdirSync(directory, { recursive: true })
    this.loaded = this.load()
    this.last = this.loaded.catch(() => undefined)
  }

  /** The file's bytes, or undefined if it is not there (any more). */
  async get(name: string): Promise<Buffer | undefined> {
    await this.loaded
    const size = this.entries.get(name)
    if (size === undefined) return undefined
    this.entries.delete(name)
    this.entries.set(name, size)
    const path = join(this.directory, name)
    try {
      const now = new Date()
      const [bytes] = await Promise.all([readFile(path), utimes(path, now, now)])
      return bytes
    } catch {
      this.forget(name)
      return undefined
    }
  }

  /** Adds a file; room is made before it is written. One larger than the whole cache is not kept. */
  put(name: string, bytes: Buffer): Promise<void> {
    // One at a time: else a file could be let go of before it is there, and stay.
    const written = this.last.then(() => this.write(name, bytes))
    this.last = written.catch(() => undefined)
    return written
  }

  /** Resolves when nothing is being read or written any more. */
  async close(): Promise<void> {
    await this.last
  }

  private async write(name: string, bytes: Buffer): Promise<void> {
    if (bytes.length > this.limitBytes || this.entries.has(name)) return
    await this.makeRoom(bytes.length)
    const temporary = join(this.directory, `${randomUUID()}.part`)
    try {
      const file = await open(temporary, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, join(this.directory, name))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    this.entries.set(name, bytes.length)
    this.bytes += bytes.length
  }

  private async makeRoom(size: number): Promise<void> {
    for (const name of this.entries.keys()) {
      if (this.bytes + size <= this.limitBytes) return
      this.forget(name)
      await rm(join(this.directory, name), { force: true })
    }
  }

  private forget(name: string): void {
    this.bytes -= this.entries.get(name) ?? 0
    this.entries.delete(name)
  }

  private async load(): Promise<void> {
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
      this.entries.set(name, size)
      this.bytes += size
    }
    await this.makeRoom(0)
  }
}
