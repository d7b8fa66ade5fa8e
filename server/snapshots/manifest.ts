import { createHash } from 'node:crypto'
import * as z from 'zod'
import { compareVersions } from '../data-folder/versions.ts'
import { OperatorError } from '../operator-error.ts'

/** The layout of manifests. Programs go on reading older layouts, and reject newer ones. */
export const manifestFormat = 1

/** A path within the data folder, which leads nowhere else. */
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
  /** Their names in a repository, without the folder. A snapshot in the data folder has whole files instead. */
  chunks: z.array(z.string().regex(/^[0-9a-f]{64}(\.gz)?$/)).default([]),
})

const schema = z.object({
  format: z.literal(manifestFormat),
  /** The version of the program that made a backup, or of the data in a snapshot. */
  version: z.string(),
  /** The site's id; snapshots in the data folder have none. */
  site: z.string().optional(),
  /** When the snapshot was taken, ISO 8601 in UTC. */
  at: z.string(),
  /** The position in its repository, as in its name; backups of 0.1 have none. */
  number: count.optional(),
  /** Why a snapshot in the data folder was taken. */
  before: z.enum(['upgrade', 'rollback']).optional(),
  counts: z.object({
    documents: count,
    drafts: count,
    pictures: count,
    people: count,
    /** Unknown in backups of earlier versions without the leads in PostgreSQL. */
    leads: count.optional(),
    /** Counted before an upgrade. */
    transactions: count.optional(),
  }),
  /** What the site itself lacked when the snapshot was taken. */
  missing: z.object({ references: count, pictures: count }),
  /** Where the leads are: in a SQLite file, in a file with the leads of PostgreSQL, or not in the snapshot. */
  leads: z.enum(['sqlite', 'dump', 'elsewhere']),
  /** Which tables the file of PostgreSQL holds, where `pg_dump` wrote it. */
  dumpedTables: z.array(z.string()).optional(),
  files: z.array(file).max(1_000_000),
})

/** The files of a data folder at one moment, with what was in them: of a backup, or of a snapshot beside the data. */
export type Manifest = z.infer<typeof schema>

/** One file of a snapshot. */
export type SnapshotFile = Manifest['files'][number]

/** How much a snapshot holds. */
export type Counts = Manifest['counts']

/** Returns JSON whose last field is the checksum of the rest. */
export function encodeManifest(manifest: Manifest): Buffer {
  const text = JSON.stringify(manifest)
  return Buffer.from(`${text.slice(0, -1)},"checksum":"${checksum(text)}"}\n`)
}

/** @throws OperatorError when the manifest is damaged, or of a newer version */
export function decodeManifest(bytes: Buffer, name: string): Manifest {
  const [, start, sum] = /^(.*),"checksum":"([0-9a-f]{64})"\}\n$/s.exec(bytes.toString()) ?? []
  const text = `${start}}`
  if (!start || checksum(text) !== sum) throw new OperatorError(`${name} is damaged`)
  const json = JSON.parse(text) as { format?: number; version?: string }
  if (Number(json.format) > manifestFormat) {
    throw new OperatorError(`${name} was made by a newer version, ${json.version}: use that one`)
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new OperatorError(`${name} is not a manifest of a backup`)
  return parsed.data
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Returns whether a backup was made by an older version, so that the next start upgrades it.
 *
 * @throws OperatorError when a newer version made it
 */
export function isOlder({ version: its }: Manifest, version: string): boolean {
  const order = compareVersions(its, version)
  if (order <= 0) return order < 0
  throw new OperatorError(
    `The backup was made by a newer version, ${its}, and this is ${version}: use that one`,
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

/** Returns the manifest of a snapshot that 0.2.0 or an earlier version took before an upgrade. */
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
