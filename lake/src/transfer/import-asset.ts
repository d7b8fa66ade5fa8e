import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Assets } from '../assets/index.ts'
import { isRecord } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'
import type { NeededAsset } from './find-assets.ts'
import type { AssetNotes } from './import-source.ts'
import { readAsset } from './read-asset.ts'
import { reasonOf, TransferError } from './transfer-error.ts'

/** The bytes of an asset are not an image, damaged, or too large. */
export class UnusableAssetError extends TransferError {}

/** The document of an asset whose bytes are stored. */
export type AssetDocument = Awaited<ReturnType<Assets['keep']>>

/** Attributes that follow from the bytes and the dataset: those of the new one hold. */
const DERIVED = new Set(
  '_id _type _rev _updatedAt assetId extension mimeType path sha1hash size uploadId url'.split(' '),
)

/**
 * Stores an asset's bytes and completes its document by what `assets.json` has noted.
 * Throws a `TransferError` naming line and path when it cannot be read, an `UnusableAssetError` when it cannot be
 * taken as it is.
 */
export async function importAsset(
  asset: NeededAsset,
  assets: Pick<Assets, 'keep'>,
  notes: AssetNotes,
  allowedHosts: ReadonlySet<string>,
): Promise<AssetDocument> {
  const { kind, where } = asset
  const { bytes, filename } = await readAsset(asset, allowedHosts)
  try {
    const type = kind.slice(0, -1)
    const notesOf = (sha1: string) =>
      notes[`${type}-${sha1}-${extname(filename).slice(1)}`] ?? notes[`${type}-${sha1}`]
    const inspected = notesOf(createHash('sha1').update(bytes).digest('hex'))
    // Somebody may have put other bytes in an export's place.
    const noted = inspected ?? notesOf(filename.slice(0, 40))
    const uploaded = noted?.originalFilename
    // Sanity's export calls a file `.bin` when its extension has a digit, as in mp4.
    const isVague = filename.endsWith('.bin') && typeof uploaded === 'string'
    const description = { filename: isVague ? uploaded : filename }
    const known = isRecord(inspected?.metadata) ? inspected.metadata : undefined
    const document = await assets.keep(kind, bytes, description, known)
    return noted ? completed(document, noted) : document
  } catch (error) {
    const message = `${where}: ${filename}: ${reasonOf(error)}`
    const isDamaged = error instanceof LakeError && error.statusCode < 500
    throw isDamaged ? new UnusableAssetError(message) : new TransferError(message)
  }
}

function completed(document: AssetDocument, noted: Record<string, unknown>): AssetDocument {
  const { originalFilename: _, ...fresh } = document
  const kept = Object.entries(noted).filter(([name]) => !DERIVED.has(name))
  const restored: AssetDocument = { ...fresh, ...Object.fromEntries(kept) }
  if (!isRecord(document.metadata)) return restored
  if (restored.metadata === null) {
    const { metadata: _, ...bare } = restored
    return bare
  }
  if (!isRecord(restored.metadata)) return restored
  const { dimensions, hasAlpha, isOpaque } = document.metadata
  return { ...restored, metadata: { ...restored.metadata, dimensions, hasAlpha, isOpaque } }
}
