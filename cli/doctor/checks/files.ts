import { constants, existsSync } from 'node:fs'
import { access, lstat, readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Settings } from 'halvi-site/settings/settings'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'

/** With less free space, in bytes, submissions will soon be rejected with 503. */
const minFree = 100_000_000
/** With less free space, in bytes, there may be no room for the copies that a migration makes. */
const littleFree = 1_000_000_000

/** Checks that the disk has space for new data. */
export async function checkDisk({ DATA_DIR }: Settings): Promise<Finding> {
  const folder = nearestExisting(resolve(DATA_DIR))
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const found = `${Math.floor(free / 1e6)} MB free`
  if (free < minFree) return fail(found, 'free up space: with a full disk, leads are rejected')
  // Each image is one file. Some file systems have no limit; they report 0 files.
  if (files > 0 && ffree < 1_000) {
    return fail(`${found}, but for only ${ffree} files`, 'delete small files: out of inodes')
  }
  return free < littleFree ? warn(found, 'free up space: a migration copies the data') : ok(found)
}

/** Files that only their owner may read. `lock.db` has no content. */
const secretFiles = /(?<!lock)\.db(-wal|-shm)?$|-token$|-password$|erased-leads$/

/**
 * Checks that DATA_DIR is writable, that all of it belongs to one user, and that no other user can read its secrets.
 */
export async function checkPermissions({ DATA_DIR }: Settings): Promise<Finding[]> {
  const folder = resolve(DATA_DIR)
  const parent = nearestExisting(folder)
  const error = await access(parent, constants.R_OK | constants.W_OK).catch((reason) => reason)
  if (error) {
    const todo = `run chown -R USER ${parent}, where USER runs the site, or mount its disk writable`
    return [fail(`${parent} is not writable: ${error.code}`, todo)]
  }
  if (parent !== folder) return [ok(`${folder} is created by the first start`)]
  const { uid } = await stat(folder)
  const foreign: string[] = []
  const readable: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    // The root folder of a disk has this folder, which belongs to root.
    if (name.startsWith('lost+found')) continue
    const path = join(folder, name)
    const stats = await lstat(path).catch(() => undefined)
    if (stats && stats.uid !== uid) foreign.push(`${path} (user ${stats.uid})`)
    if (stats && secretFiles.test(name) && (stats.mode & 0o077) !== 0) readable.push(path)
  }
  const problems: Finding[] = []
  if (foreign.length > 0) {
    const found = `${foreign.length} files do not belong to user ${uid}: ${foreign.slice(0, 3).join(', ')}`
    problems.push(fail(found, `run chown -R USER ${folder}, where USER runs the site`))
  }
  if (readable.length > 0) {
    const found = `other users of this machine may read ${readable.slice(0, 3).join(', ')}`
    problems.push(fail(found, 'run chmod go= on them, or restart the site, which does it too'))
  }
  return problemsOr(`${DATA_DIR} is writable and readable by its owner only`, problems)
}

/** Returns the folder, or its nearest existing parent. DATA_DIR does not exist before the first start. */
function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}
