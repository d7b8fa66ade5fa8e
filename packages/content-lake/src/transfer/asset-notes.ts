import { isRecord } from '../documents/values.ts'

/**
 * Attributes of asset documents, by `image-<sha1>` or `file-<sha1>`. A second file with the same bytes has the key
 * `file-<sha1>-<extension>`.
 */
export type AssetNotes = Record<string, Record<string, unknown>>

/** Attributes that follow from the bytes and the dataset. They are not exported. */
const DERIVED = new Set(
  '_id _type _rev _updatedAt assetId extension mimeType path sha1hash size uploadId url'.split(' '),
)

/** Returns the attributes of an asset document that do not follow from its bytes and the dataset. */
export function notedAttributes(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !DERIVED.has(name)))
}

/**
 * Returns the entry of an asset in `assets.json`. An image without metadata gets `metadata: null`, so that an import
 * does not compute it.
 */
export function noteOf(document: Record<string, unknown>): Record<string, unknown> {
  const note = notedAttributes(document)
  if (document._type !== 'sanity.imageAsset') return note
  const { metadata = null } = document
  if (!isRecord(metadata)) return { ...note, metadata }
  const { dimensions: _, hasAlpha: __, ...extracted } = metadata
  return { ...note, metadata: extracted }
}
