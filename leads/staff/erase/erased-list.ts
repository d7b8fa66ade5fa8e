import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The list's name in the folder of the data. */
export const erasedListName = 'erased-leads'

/** The ids of erased leads, so that they can be erased again from a restored backup. The file is its owner's alone. */
export class ErasedList {
  readonly #file: string

  /** @param dataDir where it lies; it is made when the first lead is erased */
  constructor(dataDir: string) {
    this.#file = join(dataDir, erasedListName)
  }

  /** Resolves when the disk has it. @param at ISO 8601 in UTC */
  async append(ids: readonly string[], at: string): Promise<void> {
    await this.#write(erasedLines(ids, at))
  }

  /** Appends whom other lists name and this one does not, and resolves when the disk has it. */
  async merge(lists: readonly string[]): Promise<void> {
    const own = new Set(await this.read())
    const others = new Map(lists.flatMap(entriesOf).filter(([id]) => !own.has(id)))
    await this.#write([...others.values()].join(''))
  }

  /** All ids, each once; what a crash has cut off in the middle is none. */
  async read(): Promise<string[]> {
    return [...new Map(entriesOf(await this.text())).keys()]
  }

  /** The list as it is stored; empty where there is none. */
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
      // What a crash has cut off in the middle must not take the next one with it.
      const begin = size > 0 && buffer.toString() !== '\n' ? '\n' : ''
      await file.appendFile(begin + lines)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

/** A list of these. @param at when they were erased: ISO 8601 in UTC */
export const erasedLines = (ids: readonly string[], at: string): string =>
  ids.map((id) => `${at} ${id}\n`).join('')

/** Each id with its line. */
const entriesOf = (list: string): [id: string, line: string][] =>
  [...list.matchAll(/^\S+ ([\w-]{1,100})\n/gm)].map(([line, id = '']) => [id, line])
