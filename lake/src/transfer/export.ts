import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stringify } from 'safe-stable-stringify'
import { type AssetKind, type AssetName, parseAssetId } from '../assets/originals/names.ts'
import type { SanityDocument } from '../documents/document.ts'
import { isPublished } from '../documents/ids.ts'
import { isRecord } from '../documents/values.ts'
import type { Progress, Transferred } from './import.ts'
import { TransferError } from './transfer-error.ts'

export interface ExportOptions {
  /** Include drafts and versions; by default only what is published. */
  drafts?: boolean
  onProgress?: (progress: Progress) => void
}

/** What was exported, and how many drafts and versions were not. */
export interface Exported extends Transferred {
  leftOut: number
}

/** What is to be exported: documents, and the folder in which the lake keeps their assets. */
export interface ExportSource {
  documents: Iterable<SanityDocument>
  /** Holds `images/` and `files/`. */
  assetDirectory: string
}

/** Attributes that follow from the bytes and the dataset, and so are not noted. */
const UNNOTED = new Set(
  '_id _type _rev _updatedAt assetId extension mimeType path sha1hash size uploadId url'.split(' '),
)

/**
 * Writes all documents to an NDJSON file, sorted by id, their attributes by name; their
 * assets beside it in `images/` and `files/`, and what is known of these in `assets.json`:
 * the form that `sanity dataset import` takes of a folder. The same content gives the same
 * bytes. The file appears, or is replaced, only when everything is written. All of it is its owner's
 * alone to read. What documents were before is not in it.
 *
 * Throws a `TransferError` when an asset's file is lost or the file's name is a folder's.
 */
export async function exportDataset(
  { documents, assetDirectory }: ExportSource,
  file: string,
  { drafts = false, onProgress }: ExportOptions = {},
): Promise<Exported> {
  const folder = dirname(file)
  const target = await stat(file).catch(() => undefined)
  if (target?.isDirectory()) throw new TransferError(`${file} is a folder: name a file in it`)
  await mkdir(folder, { recursive: true, mode: 0o700 })

  const sorted = [...documents].sort((a, b) => (a._id < b._id ? -1 : 1))
  const assets = new Map<string, { name: AssetName; kind: AssetKind; document: SanityDocument }>()
  for (const document of sorted) {
    const name = /^sanity\.(image|file)Asset$/.test(document._type) && parseAssetId(document._id)
    if (name) assets.set(document._id, { name, kind: name.kind, document })
  }
  let copied = 0
  for (const { name, kind } of assets.values()) {
    onProgress?.({ step: 'assets', current: copied++, total: assets.size })
    await copyAsset(join(assetDirectory, kind, name.fileName), join(folder, kind), name)
  }
  if (assets.size > 0) {
    const notes = new Map<string, unknown>()
    for (const [id, { name, kind, document }] of assets) {
      const byContent = `${kind.slice(0, -1)}-${name.sha1}`
      const noted = Object.entries(document).filter(([key]) => !UNNOTED.has(key))
      // Sanity's has one for each content; a further file with the same bytes and another extension has its own.
      notes.set(notes.has(byContent) ? id : byContent, Object.fromEntries(noted))
    }
    await writeWhole(join(folder, 'assets.json'), [stringify(Object.fromEntries(notes))])
  }

  const all = sorted.filter(({ _id }) => !assets.has(_id) && !_id.startsWith('_.'))
  const chosen = drafts ? all : all.filter(({ _id }) => isPublished(_id))
  const lines = chosen.map(({ _rev, _updatedAt, ...content }) => content)
  await writeWhole(file, lines, (content) => stringify(withFiles(content)) ?? '')
  onProgress?.({ step: 'documents', current: chosen.length, total: chosen.length })
  const leftOut = all.length - chosen.length
  return { documents: chosen.length, assets: assets.size, leftOut }

  /** Replaces references to exported assets by where their files are. */
  function withFiles(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withFiles)
    if (!isRecord(value)) return value
    const { asset, ...others } = value
    const reference = assetReference(asset)
    const found = reference === undefined ? undefined : assets.get(reference)
    const entries = Object.entries(found ? others : value)
    const rewritten = Object.fromEntries(entries.map(([key, item]) => [key, withFiles(item)]))
    if (!found) return rewritten
    const { kind, name } = found
    return { _sanityAsset: `${kind.slice(0, -1)}@file://./${kind}/${name.fileName}`, ...rewritten }
  }
}

/** The id in an image's or file's `asset`, if it is a plain reference; any other would lose something. */
function assetReference(asset: unknown): string | undefined {
  if (!isRecord(asset) || typeof asset._ref !== 'string') return undefined
  return Object.keys(asset).every((key) => key === '_ref' || key === '_type')
    ? asset._ref
    : undefined
}

/** A file that is there with this name and size has this content: the name is its hash. */
async function copyAsset(from: string, folder: string, { id, fileName }: AssetName) {
  const original = await stat(from).catch(() => {
    throw new TransferError(`The file of ${id} is lost: ${from} does not exist`)
  })
  const to = join(folder, fileName)
  const existing = await stat(to).catch(() => undefined)
  if (existing?.size === original.size) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${randomUUID()}`)
  try {
    await copyFile(from, temporary)
    // The copy has the mode of what it was made from.
    await chmod(temporary, 0o600)
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeWhole<T>(
  file: string,
  lines: readonly T[],
  format: (line: T) => string = String,
): Promise<void> {
  const temporary = join(dirname(file), `.${randomUUID()}`)
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      for (const line of lines) await handle.writeFile(`${format(line)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
