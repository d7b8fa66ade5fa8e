import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Log } from '../log.ts'

/** Permission bits of group and others. */
const OTHERS = 0o077

/**
 * Creates a folder, and its missing parents, for the process's own user only. If the folder exists, removes the
 * permissions of other users. They then cannot reach any file in it, even one with an open mode.
 */
export function keepFolderPrivate(folder: string, log?: Pick<Log, 'warn'>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodPrivate(folder, log)
}

/**
 * Removes the permissions of other users from a database file, which is created empty if missing. SQLite gives new
 * `-wal` and `-shm` files the mode of the database; existing ones are changed as well.
 */
export function keepDatabasePrivate(file: string, log?: Pick<Log, 'warn'>): void {
  try {
    writePrivateFile(file, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (const each of [file, `${file}-wal`, `${file}-shm`]) chmodPrivate(each, log)
}

/**
 * Removes the permissions of group and others from a path, if it exists. Logs a warning if this process may not do
 * that, such as on a volume of another user. The data is still usable then.
 */
export function chmodPrivate(path: string, log?: Pick<Log, 'warn'>): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && (found.mode & OTHERS) !== 0) chmodSync(path, found.mode & 0o777 & ~OTHERS)
  } catch (err) {
    log?.warn({ err, path }, 'file is readable by other users')
  }
}

/**
 * Reads a secret, or creates one that only the process's own user can read. The file is either complete on disk or
 * absent, also after a power cut. Processes that start at the same time all use the secret that was written first.
 * Replaces an empty file, which earlier versions may have left.
 */
export function readOrCreateSecret(file: string, make: () => Buffer): Buffer {
  for (;;) {
    const found = readIfThere(file)
    if (found && found.length > 0) return found
    if (found) rmSync(file, { force: true })
    create(file, make())
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    chmodPrivate(file)
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Creates a file, unless it exists. */
function create(file: string, content: Buffer): void {
  const temporary = `${file}.${randomUUID()}`
  try {
    writePrivateFile(temporary, content)
    try {
      linkSync(temporary, file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return
      // Some volumes do not support hard links.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error
      renameSync(temporary, file)
    }
    sync(dirname(file))
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Creates a file that only its owner can read, and returns when it is on disk. A file created by root gets the owner
 * of its folder, who could not open it otherwise.
 *
 * @throws when the file exists
 */
function writePrivateFile(file: string, content: string | Buffer): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    giveToOwnerOf(dirname(file), handle)
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Writes or replaces a file that only its owner can read. The file is complete at any time, and on disk when this
 * resolves. A file created by root gets the owner of its folder.
 */
export async function replacePrivateFile(
  file: string,
  content: string | Buffer | Iterable<string> | AsyncIterable<string | Buffer>,
): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`
  try {
    await using handle = await open(unfinished, 'wx', 0o600)
    giveToOwnerOf(dirname(file), handle.fd)
    await writeFile(handle, content)
    await handle.sync()
    await rename(unfinished, file)
    await using folder = await open(dirname(file))
    await folder.sync().catch(ignoreUnsupportedSync)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Gives a newly created file to the owner of its folder, if this process runs as root. */
function giveToOwnerOf(folder: string, handle: number): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  if (uid !== 0) fchownSync(handle, uid, gid)
}

/** Syncs a file, or the names in a folder, to disk so that it survives a power failure. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    ignoreUnsupportedSync(error)
  } finally {
    closeSync(handle)
  }
}

/** Rethrows an error, unless the file system can't sync folders, as on some network drives. */
export function ignoreUnsupportedSync(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error
}
