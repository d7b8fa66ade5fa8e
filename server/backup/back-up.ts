import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { lockDirectory } from 'halvi-kit/files/directory-lock'
import { dataFiles } from '../data-folder/data-files.ts'
import {
  copyDatabase,
  copyPrivate,
  linkOrCopy,
  replaceFolder,
  syncFolders,
} from '../data-folder/durable-files.ts'
import { OperatorError, withOperatorError } from '../operator-error.ts'
import { manifestName, writeManifest } from './manifest.ts'
import { dumpLeads, dumpName } from './postgres.ts'

/** Where the data of a site is. */
export interface DataAddress {
  dataDir: string
  databaseUrl?: string | undefined
}

/**
 * Copies all data of a site to a folder, while the site may run: databases as of one moment, images as links where the
 * disk allows it, secrets, and the leads of PostgreSQL. Replaces an earlier backup in that folder when the new one is
 * complete. Resolves to the number of files.
 *
 * @throws OperatorError when the backup fails, or another one of this data is running; an earlier backup in the folder
 * is then unchanged
 */
export async function backUp({ dataDir, databaseUrl }: DataAddress, folder: string) {
  if (!existsSync(dataDir)) throw new OperatorError(`${dataDir} does not exist. Check DATA_DIR`)
  return withOperatorError(folder, async () => {
    const place = await assertReplaceable(dataDir, folder)
    const lock = lockDirectory(
      dataDir,
      new OperatorError(`Another backup of ${dataDir} is running. Try again when it has finished`),
    )
    try {
      let count = 0
      // Another site could use the same folder by mistake.
      const id = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 8)
      await replaceFolder(place, id, async (unfinished) => {
        const paths = await copyData({ dataDir, databaseUrl }, unfinished)
        await writeManifest(unfinished, paths)
        await syncFolders(unfinished)
        count = paths.length
      })
      return count
    } finally {
      lock.release()
    }
  })
}

/**
 * Checks that a folder is outside of the data, and is missing, empty, or an earlier backup. Resolves to its real path.
 *
 * @throws OperatorError otherwise
 */
async function assertReplaceable(dataDir: string, folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => undefined)
  if (found && !(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new OperatorError(`${folder} is not a folder. Choose another name`)
  }
  const place = realPath(resolve(folder))
  const { folders } = await dataFiles(dataDir)
  if (folders.some((each) => contains(each, place))) {
    throw new OperatorError(`${folder} is in DATA_DIR. Choose a folder outside of it`)
  }
  if (folders.some((each) => contains(place, each))) {
    throw new OperatorError(`${folder} contains DATA_DIR. Choose another folder`)
  }
  if (!found) return place
  if (isMountPoint(place)) {
    throw new OperatorError(`${folder} is a mount point. Choose a folder in it`)
  }
  const names = await readdir(place)
  if (names.length === 0 || names.includes(manifestName)) return place
  throw new OperatorError(`${folder} has other files. Choose an empty folder, or a new one`)
}

/** Returns the path without links. The last parts may be missing. */
function realPath(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path)
  return join(realPath(dirname(path)), basename(path))
}

/** Returns whether a folder is the other one, or contains it. */
const contains = (folder: string, other: string) => !/^\.\.(\/|$)/.test(relative(folder, other))

/** Returns whether another disk or volume is mounted here. Such a folder can't be replaced. */
function isMountPoint(path: string): boolean {
  if (statSync(path).dev !== statSync(dirname(path)).dev) return true
  if (!existsSync('/proc/self/mountinfo')) return false
  // Also finds a folder of the same disk that is mounted here. The fifth column has spaces and the like in octal.
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .some((line) => unescaped(line.split(' ')[4] ?? '') === path)
}

const unescaped = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))

async function copyData({ dataDir, databaseUrl }: DataAddress, folder: string): Promise<string[]> {
  const { databases, others } = await dataFiles(dataDir)
  // Before the databases: an erased lead is on the list of erased leads before it is erased.
  for (const path of others) await copyPrivate(join(dataDir, path), join(folder, path))
  for (const path of databases) copyDatabase(join(dataDir, path), join(folder, path))
  if (databaseUrl) await dumpLeads(databaseUrl, join(folder, dumpName))
  // After the databases, which then refer to no image that is not in the backup.
  const { assets } = await dataFiles(dataDir)
  for (const path of assets) await linkOrCopy(join(dataDir, path), join(folder, path))
  return [...others, ...databases, ...(databaseUrl ? [dumpName] : []), ...assets]
}
