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

/**
 * The attribute with an asset's file name in an export. Documents may have their own attribute with the same name.
 */
const ASSET_KEY = /^_+sanityAsset$/

/**
 * Returns the name of a document's attribute in an export: `_sanityAsset`, with any number of leading underscores,
 * gets one more.
 */
export function escapeAssetKey(key: string): string {
  return ASSET_KEY.test(key) ? `_${key}` : key
}

/** Restores the original names of an object's attributes in place. Call it after the assets have been found. */
export function unescapeAssetKeys(object: Record<string, unknown>): void {
  // Shortest name first, because each one takes the name that the previous one had.
  const escaped = Object.keys(object).filter((key) => ASSET_KEY.test(key) && key[1] === '_')
  for (const key of escaped.sort((a, b) => a.length - b.length)) {
    object[key.slice(1)] = object[key]
    delete object[key]
  }
}
