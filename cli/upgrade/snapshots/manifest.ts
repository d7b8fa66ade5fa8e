import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { CommandError } from '../../command.ts'

const file = z.object({
  /** Within the data folder, with slashes; never out of it. */
  path: z.string().regex(/^(?!\/|.*(^|\/)\.\.(\/|$))/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const schema = z.object({
  format: z.literal(1),
  /** The version of Halvi that the data are of. */
  version: z.string(),
  /** When it was made: ISO 8601 in UTC. */
  at: z.string(),
  /** What was about to be done. */
  before: z.enum(['upgrade', 'rollback']),
  counts: z.record(z.string(), z.number()),
  files: z.array(file),
  /** Of PostgreSQL, by pg_dump: which tables are in it. */
  dump: file.extend({ tables: z.array(z.string()) }).optional(),
})

/** What a snapshot holds. */
export type Manifest = z.infer<typeof schema>

/** A file of a snapshot. */
export type SnapshotFile = z.infer<typeof file>

export const manifestName = 'manifest.json'

/** @throws CommandError when there is none, or it can't be read */
export function readManifest(snapshot: string): Manifest {
  const path = join(snapshot, manifestName)
  if (!existsSync(path)) throw new CommandError(`There is no snapshot in ${snapshot}`)
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new CommandError(`${path} is damaged, or of a newer version`)
  }
}

/** Resolves when the disk has its text. */
export async function writeManifest(snapshot: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`
  await writeFile(join(snapshot, manifestName), text, { mode: 0o600, flush: true })
}

/** What stands of a file in a manifest, read from the disk. */
export async function describe(folder: string, path: string): Promise<SnapshotFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path), { highWaterMark: 1 << 20 }), hash)
  return { path, bytes: statSync(join(folder, path)).size, sha256: hash.digest('hex') }
}

/** Whether a file is there and just as it was. */
export async function isSound(folder: string, { path, ...expected }: SnapshotFile) {
  const found = statSync(join(folder, path), { throwIfNoEntry: false })
  if (found?.size !== expected.bytes) return false
  return (await describe(folder, path)).sha256 === expected.sha256
}
