import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Name of the file in the data folder that stores the list of erased leads. */
export const erasedListName = 'erased-leads'

/**
 * The list of erased leads' ids, which is used to erase them again after a restore. Only the owner can read the file.
 */
export class ErasedList {
  readonly #file: string

  /** @param dataDir folder of the file, which is created when the first lead is erased */
  constructor(dataDir: string) {
    this.#file = join(dataDir, erasedListName)
  }

  /**
   * Appends ids. Resolves when they are on disk.
   *
   * @param at ISO 8601 in UTC
   */
  async append(ids: readonly string[], at: string): Promise<void> {
    await this.#write(erasedLines(ids, at))
  }

  /** Appends the ids that are in other lists but not in this one. Resolves when they are on disk. */
  async merge(lists: readonly string[]): Promise<void> {
    const own = new Set(await this.read())
    const others = new Map(lists.flatMap(entriesOf).filter(([id]) => !own.has(id)))
    await this.#write([...others.values()].join(''))
  }

  /** Returns all ids, each once. Ignores lines that a crash has truncated. */
  async read(): Promise<string[]> {
    return [...new Map(entriesOf(await this.text())).keys()]
  }

  /** Returns the text of the file; empty if it does not exist. */
  async text(): Promise<string> {
    return readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
  }

  async #write(lines: string): Promise<void> {
    if (lines === '') return
    const file = await open(this.#file, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0))
      // Starts a new line after a truncated one, so that it does not corrupt the next id.
      const begin = size > 0 && buffer.toString() !== '\n' ? '\n' : ''
      await file.appendFile(begin + lines)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

/**
 * Returns the lines for these ids.
 *
 * @param at time of the erasure, in ISO 8601 and UTC
 */
export const erasedLines = (ids: readonly string[], at: string): string =>
  ids.map((id) => `${at} ${id}\n`).join('')

/** Returns each id with its line. */
const entriesOf = (list: string): [id: string, line: string][] =>
  [...list.matchAll(/^\S+ ([\w-]{1,100})\n/gm)].map(([line, id = '']) => [id, line])
