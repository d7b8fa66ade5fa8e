import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { version } from 'halvi-site/version'
import * as z from 'zod'
import { compareVersions } from '../data-folder/versions.ts'
import { OperatorError } from '../operator-error.ts'

/** The file that a backup ends with. A folder without it is not a complete backup. */
export const manifestName = 'manifest.json'

const schema = z.object({
  /** The version of Halvi that made the backup. */
  version: z.string(),
  /** When it was made, ISO 8601 in UTC. */
  at: z.string(),
  files: z.array(
    z.object({
      path: z
        .string()
        .max(1_000)
        .refine(
          (path) =>
            path.split('/').every((part) => !/^\.{0,2}$/.test(part) && !part.includes('\0')),
          'is outside the folder',
        ),
      size: z.number().int().min(0),
      sha256: z.string(),
    }),
  ),
})

/** The files of a backup, with their sizes in bytes and checksums. */
export type Manifest = z.infer<typeof schema>

/** Writes the manifest of a backup with these files, which are in the folder already. */
export async function writeManifest(folder: string, paths: readonly string[]): Promise<void> {
  const files = await Promise.all(paths.map((path) => entryOf(folder, path)))
  const manifest: Manifest = { version, at: new Date().toISOString(), files }
  const text = `${JSON.stringify(manifest)}\n`
  await writeFile(join(folder, manifestName), text, { mode: 0o600, flush: true })
}

/**
 * Reads the manifest of a backup, and compares every file with it.
 *
 * @throws OperatorError that names the first missing or changed file, or if a newer version made the backup
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new OperatorError(`${folder} is not a complete backup: it has no ${manifestName}`)
  })
  const { success, data } = schema.safeParse(parsed(text))
  if (!success) throw new OperatorError(`${join(folder, manifestName)} is damaged`)
  if (compareVersions(data.version, version) > 0) {
    throw new OperatorError(
      `Halvi ${data.version} made this backup, and this is ${version}. Restore it with that version`,
    )
  }
  for (const file of data.files) {
    const found = await entryOf(folder, file.path).catch(() => undefined)
    if (found?.size === file.size && found.sha256 === file.sha256) continue
    const fault = found ? 'was changed' : 'is missing'
    throw new OperatorError(`The backup in ${folder} is incomplete: ${file.path} ${fault}`)
  }
  return data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function entryOf(folder: string, path: string): Promise<Manifest['files'][number]> {
  const { size } = await stat(join(folder, path))
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash)
  return { path, size, sha256: hash.digest('hex') }
}
