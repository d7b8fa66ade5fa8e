import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { reasonOf } from 'halvi-kit/reason'
import { create, extract } from 'tar'
import { headOf } from '../assets/originals/head-of.ts'
import { TransferError } from './transfer-error.ts'

/** How many times larger than an archive its content may be. Exports with few images have a ratio of about 20. */
const MAX_RATIO = 200

/** Returns whether a path has a hidden part, such as the files that macOS adds to archives. */
const isHidden = (path: string) => /(^|\/)(\.[^./]|__MACOSX(\/|$))/.test(path)

/** Returns whether a file is compressed with gzip, as the archives of `sanity dataset export` are. */
export async function isArchive(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true && (await headOf(path, 2)).equals(Buffer.of(0x1f, 0x8b))
}

/**
 * Unpacks an archive into a temporary folder, and calls `work` with the folder of the export in it. Throws a
 * `TransferError` for a damaged archive, or as `work` does, with paths inside of the archive.
 */
export async function withUnpacked<Result>(
  archive: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'content-lake-import-'))
  try {
    try {
      await extract({
        ...{ file: archive, cwd: folder, strict: true, preserveOwner: false },
        maxDecompressionRatio: MAX_RATIO,
        filter: (path) => !isHidden(path),
      })
    } catch (error) {
      throw new TransferError(`${archive} is damaged, or not a tar archive: ${reasonOf(error)}`)
    }
    return await work(await exportFolderIn(folder))
  } catch (error) {
    if (!(error instanceof TransferError)) throw error
    throw new TransferError(error.message.replaceAll(folder, archive), { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Packs the folder that `work` fills into an archive, in place of a former one. Only its owner can read it. */
export async function withPacked<Result>(
  archive: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = await mkdtemp(join(tmpdir(), 'content-lake-export-'))
  try {
    const name = basename(archive).replace(/\.(tar\.gz|tgz)$/, '')
    const result = await work(join(parent, name))
    await mkdir(dirname(archive), { recursive: true, mode: 0o700 })
    const temporary = `${archive}.${randomUUID()}`
    await create({ file: temporary, cwd: parent, gzip: true, portable: true }, [name])
    await chmod(temporary, 0o600)
    await rename(temporary, archive)
    return result
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

/** Returns the only folder of an archive, or the archive itself. */
async function exportFolderIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  const [only, ...others] = entries
  return only?.isDirectory() && others.length === 0 ? join(folder, only.name) : folder
}
