import { constants, existsSync, type Stats } from 'node:fs'
import { access, lstat, readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'

/** The minimum free space, in bytes. With less, submissions will soon be rejected with 503. */
const minFree = 100_000_000

/** Checks that the disk has space for new data, and for the copy that a migration creates. */
export async function checkDisk({ DATA_DIR }: Settings, signal: AbortSignal): Promise<Finding[]> {
  const folder = nearestExisting(resolve(DATA_DIR))
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  let used = 0
  for await (const { stats } of walk(DATA_DIR)) {
    signal.throwIfAborted()
    if (stats.isFile()) used += stats.size
  }
  const found = `${bytes(free)} free, ${bytes(used)} used by ${DATA_DIR}`
  const problems: Finding[] = []
  // Each image and each cached page is one file. Some file systems have no limit; they report 0 files.
  if (files > 0 && ffree < 1_000) {
    const count = `the disk of ${folder} has room for only ${ffree} more files, of any size`
    problems.push(fail(count, 'delete small files that are not needed: the disk is out of inodes'))
  }
  if (free < minFree) {
    problems.push(fail(found, 'free up space: with a full disk, new leads are rejected'))
  } else if (free < used + minFree) {
    problems.push(warn(found, 'free up space: a migration copies the data'))
  }
  return problemsOr(found, problems)
}

/** The permission bits of all users except the owner. */
const groupAndOthers = 0o077

/** Files in DATA_DIR and DATA_DIR/lake that only their owner may read. `lock.db` has no content. */
const secretFiles = /(?<!^lock)\.db(-wal|-shm)?$|-token$|-password$|^erased-leads$/

/**
 * Checks that DATA_DIR is writable, that all of it belongs to one user, and that no other user can read its secrets.
 */
export async function checkPermissions({ DATA_DIR }: Settings): Promise<Finding[]> {
  const folder = resolve(DATA_DIR)
  const unwritable = await checkWritable(nearestExisting(folder))
  if (unwritable) return [unwritable]
  if (!existsSync(folder)) return [ok(`${folder} is created by the first start`)]
  const { uid } = await stat(folder)
  const foreign: string[] = []
  const readable: string[] = []
  const problems: (Finding | undefined)[] = []
  // Checks every file in the folder: one file of another user can make backups or the next start fail.
  for await (const { path, stats } of walk(folder)) {
    const name = relative(folder, path)
    // The root folder of a disk has this folder, which belongs to root.
    if (name.startsWith('lost+found')) continue
    if (stats.uid !== uid) foreign.push(`${path} (user ${stats.uid})`)
    const isSecret = ['.', 'lake'].includes(dirname(name)) && secretFiles.test(basename(name))
    if (name !== 'lake' && !isSecret) continue
    if ((stats.mode & groupAndOthers) !== 0) readable.push(path)
    problems.push(await checkWritable(path))
  }
  if (readable.length > 0) {
    const found = `other users of this machine may read ${readable.join(', ')}`
    problems.unshift(fail(found, 'run chmod go= on them, or restart the site, which does it too'))
  }
  if (foreign.length > 0) {
    const more = foreign.length > 3 ? ` and ${foreign.length - 3} more` : ''
    const found = `not all of ${folder} belongs to user ${uid}: ${foreign.slice(0, 3).join(', ')}${more}`
    problems.unshift(fail(found, `run chown -R USER ${folder}, where USER runs the site`))
  }
  const summary = `${DATA_DIR} is writable and readable by its owner only`
  return problemsOr(summary, problems).slice(0, 5)
}

/** Checks that a path can be read and written, without writing to it. Reports a read-only disk as well. */
async function checkWritable(path: string): Promise<Finding | undefined> {
  const error = await access(path, constants.R_OK | constants.W_OK).catch((reason) => reason)
  if (!error || error.code === 'ENOENT') return undefined
  const isReadOnly = error.code === 'EROFS'
  const todo = isReadOnly
    ? 'mount its disk writable'
    : `run chown -R USER ${path}, where USER runs the site`
  return fail(`${path} is not writable: ${error.code}`, `${todo}, or set another DATA_DIR`)
}

/** Returns the folder, or its nearest existing parent. DATA_DIR does not exist before the first start. */
function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}

/**
 * Yields all files and folders in a folder, at any depth. Does not follow links. Skips files that are deleted
 * meanwhile.
 */
async function* walk(folder: string): AsyncGenerator<{ path: string; stats: Stats }> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const stats = await lstat(path).catch(() => undefined)
    if (stats) yield { path, stats }
    if (stats?.isDirectory()) yield* walk(path)
  }
}

const bytes = (count: number) =>
  count < 1e9 ? `${Math.ceil(count / 1e6)} MB` : `${(count / 1e9).toFixed(1)} GB`
