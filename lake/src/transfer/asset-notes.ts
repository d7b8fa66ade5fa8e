import { isRecord } from '../documents/values.ts'

/** Attributes of assets' documents, by `image-<sha1>`, `file-<sha1>` or, for the same bytes again, `file-<sha1>-<extension>`. */
export type AssetNotes = Record<string, Record<string, unknown>>

/** Attributes that follow from the bytes and the dataset: they are not exported. */
const DERIVED = new Set(
  '_id _type _rev _updatedAt assetId extension mimeType path sha1hash size uploadId url'.split(' '),
)

/** Returns the attributes of an asset's document that do not follow from its bytes and the dataset. */
export function notedAttributes(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !DERIVED.has(name)))
}

/** Returns what `assets.json` says about an asset. An image without metadata has null: an import would extract it. */
export function noteOf(document: Record<string, unknown>): Record<string, unknown> {
  const note = notedAttributes(document)
  if (document._type !== 'sanity.imageAsset') return note
  const { metadata = null } = document
  if (!isRecord(metadata)) return { ...note, metadata }
  const { dimensions: _, hasAlpha: __, ...extracted } = metadata
  return { ...note, metadata: extracted }
}

/** The attribute that names an asset's file in an export; a document may have an attribute of that name, too. */
const ASSET_KEY = /^_+sanityAsset$/

/** Returns the name of a document's own attribute in an export: one underscore more for `_sanityAsset` and its like. */
export function escapeAssetKey(key: string): string {
  return ASSET_KEY.test(key) ? `_${key}` : key
}

/** Restores the names of an object's own attributes, in place, after its assets have been found. */
export function unescapeAssetKeys(object: Record<string, unknown>): void {
  // The shortest first: each takes the place that the one before has left.
  const escaped = Object.keys(object).filter((key) => ASSET_KEY.test(key) && key[1] === '_')
  for (const key of escaped.sort((a, b) => a.length - b.length)) {
    object[key.slice(1)] = object[key]
    delete object[key]
  }
}
