import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The list's name in the folder of the data. */
export const erasedListName = 'erased-leads'

/**
 * Which leads were erased, by id, so that they can be erased again from a backup that is restored. The
 * file is its owner's alone, and says nothing of what they were.
 */
export class ErasedList {
  readonly #file: string

  /** @param dataDir where it lies; it is made when the first lead is erased */
  constructor(dataDir: string) {
    this.#file = join(dataDir, erasedListName)
  }

  /** Resolves when the disk has it. @param at ISO 8601 in UTC */
  async append(ids: readonly string[], at: string): Promise<void> {
    if (ids.length === 0) return
    const file = await open(this.#file, 'a', 0o600)
    try {
      await file.appendFile(ids.map((id) => `${at} ${id}\n`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** All ids, each once; what a crash has cut off in the middle is none. */
  async read(): Promise<string[]> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    const ids = [...text.matchAll(/^\S+ ([\w-]{1,100})\n/gm)].map(([, id = '']) => id)
    return [...new Set(ids)]
  }
}
