import type { Assets } from '../assets/index.ts'
import { isRecord } from '../documents/values.ts'
import type { NeededAsset } from './find-assets.ts'
import type { AssetNotes } from './import-source.ts'
import { readAsset } from './read-asset.ts'
import { reasonOf, TransferError } from './transfer-error.ts'

/** The document of an asset whose bytes are stored. */
export type AssetDocument = Awaited<ReturnType<Assets['keep']>>

/** Attributes that follow from the bytes and the dataset: those of the new one hold. */
const DERIVED = new Set(
  '_id _type _rev _updatedAt assetId extension mimeType path sha1hash size uploadId url'.split(' '),
)

/**
 * Stores an asset's bytes and completes its document by what `assets.json` has noted.
 * Throws a `TransferError` naming line and path when it cannot be read or is no image.
 */
export async function importAsset(
  asset: NeededAsset,
  assets: Pick<Assets, 'keep'>,
  notes: AssetNotes,
): Promise<AssetDocument> {
  const { kind, url, where } = asset
  const { bytes, filename } = await readAsset(url, where)
  try {
    const noted = notes[`${kind.slice(0, -1)}-${filename.slice(0, 40)}`]
    const uploaded = noted?.originalFilename
    // Sanity's export calls a file `.bin` when its extension has a digit, as in mp4.
    const isVague = filename.endsWith('.bin') && typeof uploaded === 'string'
    const document = await assets.keep(kind, bytes, { filename: isVague ? uploaded : filename })
    return noted ? completed(document, noted) : document
  } catch (error) {
    throw new TransferError(`${where}: ${filename}: ${reasonOf(error)}`)
  }
}

function completed(document: AssetDocument, noted: Record<string, unknown>): AssetDocument {
  const { originalFilename: _, ...fresh } = document
  const kept = Object.entries(noted).filter(([name]) => !DERIVED.has(name))
  const restored: AssetDocument = { ...fresh, ...Object.fromEntries(kept) }
  if (!isRecord(document.metadata)) return restored
  const { dimensions, hasAlpha, isOpaque } = document.metadata
  const metadata = isRecord(noted.metadata) ? noted.metadata : document.metadata
  return { ...restored, metadata: { ...metadata, dimensions, hasAlpha, isOpaque } }
}
