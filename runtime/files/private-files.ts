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
import { dirname } from 'node:path'
import type { Log } from '../log.ts'

/** Rights of everybody but the owner. */
const OTHERS = 0o077

/**
 * Makes a folder, with those above it, for the process's own user alone, or takes the rights of
 * others away from one that is there. What lies in it is out of their reach then, whatever its mode.
 */
export function keepFolderPrivate(folder: string, log?: Pick<Log, 'warn'>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  takeRightsOfOthers(folder, log)
}

/**
 * The same for a file, made empty when absent: SQLite gives the files that it makes beside a
 * database (`-wal`, `-shm`) the database's mode. Only those that are there are changed.
 */
export function keepDatabasePrivate(file: string, log?: Pick<Log, 'warn'>): void {
  try {
    writePrivateFile(file, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (const each of [file, `${file}-wal`, `${file}-shm`]) takeRightsOfOthers(each, log)
}

/**
 * Takes the rights of others away from what is there. Where that is not ours to do (a volume that
 * belongs to somebody else), it is a line in the log: the data are of use all the same.
 */
export function takeRightsOfOthers(path: string, log?: Pick<Log, 'warn'>): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && (found.mode & OTHERS) !== 0) chmodSync(path, found.mode & 0o777 & ~OTHERS)
  } catch (err) {
    log?.warn({ err, path }, 'other users of this machine may read this')
  }
}

/**
 * Reads a secret, or makes one, for the process's own user alone. It is whole on disk or not there
 * at all, also after a power cut; processes that start at once agree on the one that was first.
 * An empty file, which former versions may have left behind, is replaced: nobody can know a secret
 * that is empty.
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
    takeRightsOfOthers(file)
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Leaves a file that is there as it is. */
function create(file: string, content: Buffer): void {
  const beside = `${file}.${randomUUID()}`
  try {
    writePrivateFile(beside, content)
    try {
      linkSync(beside, file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return
      // Some volumes know no links.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error
      renameSync(beside, file)
    }
    syncFolder(dirname(file))
  } finally {
    rmSync(beside, { force: true })
  }
}

/**
 * Makes a new file that only its owner may read, and returns when it is on disk. Made by root, it belongs to
 * the owner of its folder, who could not open it otherwise.
 *
 * @throws when it is there already
 */
export function writePrivateFile(file: string, content: string | Buffer): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    giveToOwnerOf(dirname(file), handle)
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Gives a file that this process has just made to the owner of its folder. Only root can. */
function giveToOwnerOf(folder: string, handle: number): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  if (uid !== 0) fchownSync(handle, uid, gid)
}

/** Returns when the folder's names would outlast a power cut. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
