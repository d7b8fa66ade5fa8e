import { constants, existsSync, type Stats } from 'node:fs'
import { access, lstat, readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'

/** With less, in bytes, submissions are soon answered with 503. */
const minFree = 100_000_000

/** Checks that there is room for new data, and for the copy that upgrades and backups make. */
export async function checkDisk({ DATA_DIR }: Settings, signal: AbortSignal): Promise<Finding[]> {
  const folder = nearest(resolve(DATA_DIR))
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  let used = 0
  for await (const { stats } of walk(DATA_DIR)) {
    signal.throwIfAborted()
    if (stats.isFile()) used += stats.size
  }
  const found = `${bytes(free)} free, ${bytes(used)} of data in ${DATA_DIR}`
  const problems: Finding[] = []
  // Each picture and each kept page takes a file. Some file systems do not count them.
  if (files > 0 && ffree < 1_000) {
    const count = `the disk of ${folder} has room for ${ffree} more files, of any size`
    problems.push(fail(count, 'delete files nobody needs: many small ones use it up'))
  }
  if (free < minFree) problems.push(fail(found, 'make room: a full disk takes no more leads'))
  else if (free < used + minFree)
    problems.push(warn(found, 'make room: an upgrade copies the data'))
  return problemsOr(found, problems)
}

/** Permission bits of everyone but the owner. */
const others = 0o077

/** Files in DATA_DIR and its lake/ that only their owner may read; `lock.db` holds nothing. */
const secret =
  /(?<!^lock)\.db(-wal|-shm)?$|-token$|-password$|^erased-leads$|^audit-head$|^backups\.json$/

/** Checks that DATA_DIR is writable, belongs to one user, and that nobody else can read its secrets. */
export async function checkPermissions({ DATA_DIR }: Settings): Promise<Finding[]> {
  const folder = resolve(DATA_DIR)
  const unwritable = await checkWritable(nearest(folder))
  if (unwritable) return [unwritable]
  if (!existsSync(folder)) return [ok(`${folder} will be made by the first start`)]
  const { uid } = await stat(folder)
  const foreign: string[] = []
  const readable: string[] = []
  const problems: (Finding | undefined)[] = []
  // Everything in the folder: one file of another user can stop backups, or the next start.
  for await (const { path, stats } of walk(folder)) {
    const name = relative(folder, path)
    // Disks have this at their root.
    if (name.startsWith('lost+found')) continue
    if (stats.uid !== uid) foreign.push(`${path} (user ${stats.uid})`)
    const isSecret = ['.', 'lake'].includes(dirname(name)) && secret.test(basename(name))
    if (name !== 'lake' && !isSecret) continue
    if ((stats.mode & others) !== 0) readable.push(path)
    problems.push(await checkWritable(path))
  }
  if (readable.length > 0) {
    const found = `other users of this machine may read ${readable.join(', ')}`
    problems.unshift(fail(found, 'chmod go= them; a start does so as well, where it may'))
  }
  if (foreign.length > 0) {
    const more = foreign.length > 3 ? ` and ${foreign.length - 3} more` : ''
    const found = `not all of ${folder} belongs to user ${uid}: ${foreign.slice(0, 3).join(', ')}${more}`
    problems.unshift(fail(found, `chown -R ${folder} to the user that runs the site`))
  }
  return problemsOr(`${DATA_DIR} belongs to its owner alone, and is writable`, problems).slice(0, 5)
}

/** Checks a path without writing to it: a read-only disk reports an error as well. */
async function checkWritable(path: string): Promise<Finding | undefined> {
  const error = await access(path, constants.R_OK | constants.W_OK).catch((reason) => reason)
  if (!error || error.code === 'ENOENT') return undefined
  const isReadOnly = error.code === 'EROFS'
  const todo = isReadOnly ? 'mount its disk writable' : 'chown -R it to the user that runs the site'
  return fail(`${path} can't be written to: ${error.code}`, `${todo}, or set another DATA_DIR`)
}

/** Returns the folder or, before the first start, the nearest parent that exists. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}

/** Yields everything in a folder, at any depth, without following links. Leaves out entries that vanish meanwhile. */
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
