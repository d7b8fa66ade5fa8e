import { createHash } from 'node:crypto'
import * as z from 'zod'
import { BackupError } from '../backup-error.ts'

/** The form of backups. What reads an older one stays; a newer one is refused. */
export const backupFormat = 1

/** A path within the folder of the data, that leads nowhere else. */
const path = z
  .string()
  .max(1_000)
  .refine(
    (text) =>
      text.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\0')),
    'leads out of the folder',
  )

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0)

const file = z.object({
  path,
  size: count,
  sha256,
  /** Names in `chunks/`, without their first folder. */
  chunks: z.array(z.string().regex(/^[0-9a-f]{64}(\.gz)?$/)),
})

const schema = z.object({
  format: z.literal(backupFormat),
  /** The program's that made it. */
  version: z.string(),
  /** Of which data folder. */
  site: z.string(),
  /** When, ISO 8601 in UTC. */
  at: z.string(),
  /** Its position among the backups of its place, as in its name; earlier versions did not write it. */
  number: count.optional(),
  counts: z.object({
    documents: count,
    drafts: count,
    pictures: count,
    people: count,
    /** Unknown in backups of earlier versions without the leads of PostgreSQL. */
    leads: count.optional(),
  }),
  /** What the site itself lacked when the backup was made. */
  missing: z.object({ references: count, pictures: count }),
  /** Where the leads are: in a file of the folder, in one with those of PostgreSQL beside it, or not in the backup. */
  leads: z.enum(['sqlite', 'dump', 'elsewhere']),
  files: z.array(file).max(1_000_000),
})

/** One backup: what was in the folder of the data, and by which chunks it is put together. */
export type Manifest = z.infer<typeof schema>

/** One file of it. */
export type BackedUpFile = Manifest['files'][number]

/** As JSON whose last field is the checksum of the rest. */
export function writeManifest(manifest: Manifest): Buffer {
  const text = JSON.stringify(manifest)
  return Buffer.from(`${text.slice(0, -1)},"checksum":"${checksum(text)}"}\n`)
}

/** @throws BackupError when it is damaged or of a newer version */
export function readManifest(bytes: Buffer, name: string): Manifest {
  const [, start, sum] = /^(.*),"checksum":"([0-9a-f]{64})"\}\n$/s.exec(bytes.toString()) ?? []
  const text = `${start}}`
  if (!start || checksum(text) !== sum) throw new BackupError(`${name} is damaged`)
  const json = JSON.parse(text) as { format?: number; version?: string }
  if (Number(json.format) > backupFormat) {
    throw new BackupError(`${name} was made by a newer version, ${json.version}: use that one`)
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new BackupError(`${name} is no manifest of a backup`)
  return parsed.data
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')
