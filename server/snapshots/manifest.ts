import { createHash } from 'node:crypto'
import * as z from 'zod'
import { compareVersions } from '../data-folder/versions.ts'
import { OperatorError } from '../operator-error.ts'

/** The version of the manifest format. Programs read older formats and reject newer ones. */
export const manifestFormat = 1

/** A path within the data folder. It must not point outside the folder. */
const path = z
  .string()
  .max(1_000)
  .refine(
    (text) =>
      text.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\0')),
    'is outside the folder',
  )

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0)

const file = z.object({
  path,
  size: count,
  sha256,
  /**
   * Names of the file's chunks in the repository. Empty for snapshots in the data folder, which contain whole files.
   */
  chunks: z.array(z.string().regex(/^[0-9a-f]{64}(\.gz)?$/)).default([]),
})

const schema = z.object({
  format: z.literal(manifestFormat),
  /** The version of the program that made the backup, or of the data in a snapshot. */
  version: z.string(),
  /** The site's id. Absent in snapshots in the data folder. */
  site: z.string().optional(),
  /** When the snapshot was taken, ISO 8601 in UTC. */
  at: z.string(),
  /** The backup's number in its repository, as in the manifest's name. Absent in backups of version 0.1. */
  number: count.optional(),
  /** Why a snapshot in the data folder was taken. */
  before: z.enum(['upgrade', 'rollback']).optional(),
  counts: z.object({
    documents: count,
    drafts: count,
    pictures: count,
    people: count,
    /** Absent in backups of earlier versions that don't include the leads from PostgreSQL. */
    leads: count.optional(),
    /** Counted before an upgrade. */
    transactions: count.optional(),
  }),
  /** Documents and image files that were already missing when the snapshot was taken. */
  missing: z.object({ references: count, pictures: count }),
  /** Where the leads are: in the SQLite file, in an export from PostgreSQL, or not in the snapshot. */
  leads: z.enum(['sqlite', 'dump', 'elsewhere']),
  /** The tables in the PostgreSQL dump, if `pg_dump` wrote it. */
  dumpedTables: z.array(z.string()).optional(),
  files: z.array(file).max(1_000_000),
})

/** The manifest of a backup or of a snapshot in the data folder: its files and the number of items in them. */
export type Manifest = z.infer<typeof schema>

/** One file of a snapshot. */
export type SnapshotFile = Manifest['files'][number]

/** The number of items in a snapshot. */
export type Counts = Manifest['counts']

/** Returns the manifest as JSON. Its last field is a checksum of the other fields. */
export function encodeManifest(manifest: Manifest): Buffer {
  const text = JSON.stringify(manifest)
  return Buffer.from(`${text.slice(0, -1)},"checksum":"${checksum(text)}"}\n`)
}

/**
 * Parses a manifest.
 *
 * @throws OperatorError when the manifest is damaged or was written by a newer version
 */
export function decodeManifest(bytes: Buffer, name: string): Manifest {
  const [, start, sum] = /^(.*),"checksum":"([0-9a-f]{64})"\}\n$/s.exec(bytes.toString()) ?? []
  const text = `${start}}`
  if (!start || checksum(text) !== sum) throw new OperatorError(`${name} is damaged`)
  const json = JSON.parse(text) as { format?: number; version?: string }
  if (Number(json.format) > manifestFormat) {
    throw new OperatorError(
      `${name} was made by a newer version, ${json.version}. Use that version`,
    )
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new OperatorError(`${name} is not a manifest of a backup`)
  return parsed.data
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Returns whether a backup was made by an older version, so that the next start migrates it.
 *
 * @throws OperatorError when a newer version made the backup
 */
export function isOlder({ version: its }: Manifest, version: string): boolean {
  const order = compareVersions(its, version)
  if (order <= 0) return order < 0
  throw new OperatorError(
    `The backup was made by a newer version, ${its}, and this is ${version}. Use the newer version`,
  )
}

const earlierFile = z.object({ path, bytes: count, sha256 })
const earlierSchema = z.object({
  version: z.string(),
  at: z.string(),
  before: z.enum(['upgrade', 'rollback']),
  counts: z.record(z.string(), count),
  files: z.array(earlierFile),
  dump: earlierFile.extend({ tables: z.array(z.string()) }).optional(),
})

/** Parses the manifest of a snapshot that version 0.2.0 or earlier took before an upgrade. */
export function decodeEarlierManifest(text: string): Manifest {
  const { counts, files, dump, ...rest } = earlierSchema.parse(JSON.parse(text))
  const { documents = 0, transactions = 0, person: people = 0, lead: leads = 0 } = counts
  return {
    ...rest,
    format: manifestFormat,
    counts: { documents, transactions, people, leads, drafts: 0, pictures: 0 },
    missing: { references: 0, pictures: 0 },
    leads: dump ? 'dump' : 'sqlite',
    dumpedTables: dump?.tables,
    files: [...files, ...(dump ? [dump] : [])].map(({ path, bytes, sha256 }) => ({
      ...{ path, size: bytes, sha256, chunks: [] },
    })),
  }
}
