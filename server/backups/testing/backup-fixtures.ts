import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { it as base } from 'vitest'
import type { BackupTarget } from '../back-up.ts'
import { restore } from '../restoring/restore.ts'
import { type DataFolder, makeDataFolder } from './data-folder.ts'

/** Test fixtures: data to back up, a repository, and a folder to restore to. */
interface BackupFixtures {
  data: DataFolder
  repository: string
  /** The data folder to restore to. It does not exist yet. */
  restored: string
  /** Returns the repository as the target of backups, encrypted if a passphrase is given. */
  target: (words?: string) => BackupTarget
  /**
   * Restores a backup without starting a site on it; `tests/backups.test.ts` does that. Resolves to the printed
   * lines.
   */
  restoreFrom: (
    address: string,
    options?: Partial<Parameters<typeof restore>[0]>,
  ) => Promise<string[]>
}

/** A low scrypt work factor: with the default one, each use of a passphrase takes a second. */
export const lowWorkFactor = 4

/** Returns a passphrase function that resolves to `words`. */
export const passphrase = (words?: string) => async () => words

/** Returns the paths of all files in a folder and its subfolders. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The `it` of Vitest with the fixtures of backup tests. */
export const it = base.extend<BackupFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires this form
  data: async ({}, use) => {
    const data = await makeDataFolder()
    await use(data)
    data.remove()
  },
  repository: async ({ data }, use) => use(join(data.folder, 'repository')),
  restored: async ({ data }, use) => use(join(data.folder, 'restored')),
  target: async ({ repository }, use) =>
    use((words) => ({
      address: repository,
      s3: {},
      passphrase: passphrase(words),
      encrypt: words !== undefined,
      workFactor: lowWorkFactor,
    })),
  restoreFrom: async ({ target, restored }, use) =>
    use(async (address, options = {}) => {
      const lines: string[] = []
      await restore({
        ...target(),
        address,
        dataDir: restored,
        version: '0.2.0',
        checkStart: async () => {},
        say: (text) => void lines.push(text),
        ...options,
      })
      return lines
    }),
})
