import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { it as base } from 'vitest'
import type { Target } from '../back-up.ts'
import { restore } from '../restoring/restore.ts'
import { type DataFolder, makeDataFolder } from './data-folder.ts'

/** What a test of backups has: data, a place for backups, and where they are restored to. */
interface BackupFixtures {
  data: DataFolder
  place: string
  /** Not there yet. */
  restored: string
  /** The place, with a passphrase where words are given. */
  target: (words?: string) => Target
  /** Restores without a site on it, which `tests/backups.test.ts` has; what is said meanwhile. */
  restoreFrom: (
    address: string,
    options?: Partial<Parameters<typeof restore>[0]>,
  ) => Promise<string[]>
}

/** Of the shipped work factor each use takes a second. */
export const cheap = 4

export const passphrase = (words?: string) => async () => words

/** The paths of all files in a folder and the folders in it. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

export const it = base.extend<BackupFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: what Vitest asks for
  data: async ({}, use) => {
    const data = await makeDataFolder()
    await use(data)
    data.remove()
  },
  place: async ({ data }, use) => use(join(data.folder, 'place')),
  restored: async ({ data }, use) => use(join(data.folder, 'restored')),
  target: async ({ place }, use) =>
    use((words) => ({
      address: place,
      s3: {},
      passphrase: passphrase(words),
      encrypt: words !== undefined,
      workFactor: cheap,
    })),
  restoreFrom: async ({ target, restored }, use) =>
    use(async (address, options = {}) => {
      const lines: string[] = []
      await restore({
        ...target(),
        address,
        dataDir: restored,
        version: '0.2.0',
        look: async () => {},
        say: (text) => void lines.push(text),
        ...options,
      })
      return lines
    }),
})
