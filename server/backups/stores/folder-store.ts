import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { linkOrCopy, syncPath } from '../../data-folder/durable-files.ts'
import { withOperatorError } from '../../operator-error.ts'
import { assertSize, type FileStore, smallFileBytes } from './store.ts'

/** Matches the temporary name of an unfinished file. */
const unfinishedName = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Age after which an unfinished file counts as abandoned. Writing a chunk of 4 MB takes minutes at most. */
const unfinishedMs = 24 * 60 * 60_000

/** Returns a store that keeps files in a folder. The first write creates the folder, accessible only to its owner. */
export function folderStore(folder: string): FileStore {
  const path = (name: string) => join(folder, name)

  const attempt = <Result>(work: () => Promise<Result>) => withOperatorError(folder, work)

  const entriesIn = (name: string) =>
    readdir(path(name), { recursive: true, withFileTypes: true }).catch(orElse<never[]>([]))

  async function put(
    name: string,
    data: Buffer,
    into: (from: string, to: string) => Promise<void>,
  ) {
    const target = path(name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const unfinished = join(dirname(target), `.${randomUUID()}`)
    try {
      await writeFile(unfinished, data, { flag: 'wx', mode: 0o600, flush: true })
      await into(unfinished, target)
      await syncPath(dirname(target))
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  return {
    name: folder,
    list: (prefix) =>
      attempt(async () =>
        (await entriesIn(prefix.slice(0, prefix.lastIndexOf('/') + 1)))
          .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
          .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
          .filter((name) => name.startsWith(prefix)),
      ),
    read: (name, maxBytes = smallFileBytes) =>
      attempt(async () => {
        await using file = (await open(path(name)).catch(orElse(undefined))) ?? null
        if (!file) return undefined
        assertSize(folder, name, (await file.stat()).size, maxBytes)
        return await file.readFile()
      }),
    write: (name, data) => attempt(() => put(name, data, rename)),
    create: (name, data) =>
      attempt(async () => {
        try {
          // A link fails if another process has just created the file. A rename would replace that file.
          await put(name, data, (from, to) =>
            linkOrCopy(from, to, () => copyFile(from, to, constants.COPYFILE_EXCL)),
          )
          return true
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
          throw error
        }
      }),
    remove: (name) => attempt(() => rm(path(name), { force: true })),
    removeUnfinished: (folders) =>
      attempt(async () => {
        const entries = [await readdir(folder, { withFileTypes: true })]
        for (const each of folders) entries.push(await entriesIn(each))
        for (const entry of entries.flat()) {
          if (!entry.isFile() || !unfinishedName.test(entry.name)) continue
          const file = join(entry.parentPath, entry.name)
          const found = await stat(file).catch(orElse(undefined))
          if (found && Date.now() - found.mtimeMs > unfinishedMs) await rm(file, { force: true })
        }
      }),
  }
}

const orElse =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
