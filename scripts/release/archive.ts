import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'

const run = promisify(execFile)

/**
 * Packs a folder into a reproducible archive: the same files always give the same bytes. Needs GNU tar.
 *
 * @param folder the folder, whose name is the top folder in the archive
 * @param file the path of the archive
 * @param seconds the time of all files in the archive, in seconds since 1970
 */
export async function pack(folder: string, file: string, seconds: number): Promise<void> {
  const tar = `${file}.tar`
  await run('tar', [
    ...['--create', '--file', tar, '--directory', dirname(folder)],
    ...['--format=gnu', '--sort=name', `--mtime=@${seconds}`, '--mode=u=rwX,go=rX'],
    ...['--owner=0', '--group=0', '--numeric-owner', basename(folder)],
  ])
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(file))
  await rm(tar)
}

/** Writes the checksum of a file to `<file>.sha256`, in the format of `sha256sum --check`. */
export async function writeChecksum(file: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  await writeFile(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`)
}

/** Resolves to the total size of the files in a folder, in bytes. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(
      async ({ parentPath, path, name }) => (await lstat(join(parentPath ?? path, name))).size,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
