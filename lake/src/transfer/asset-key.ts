/** What an export calls an asset's file; a document may have an attribute of that name, too. */
const ASSET_KEY = /^_+sanityAsset$/

/** The name in an export of a document's own attribute: one underscore more for `_sanityAsset` and its like. */
export function escapeAssetKey(key: string): string {
  return ASSET_KEY.test(key) ? `_${key}` : key
}

/** Gives an object its attributes' own names back, in place. Its assets must have been found before. */
export function unescapeAssetKeys(object: Record<string, unknown>): void {
  // The shortest first: each takes the place that the one before has left.
  const escaped = Object.keys(object).filter((key) => ASSET_KEY.test(key) && key[1] === '_')
  for (const key of escaped.sort((a, b) => a.length - b.length)) {
    object[key.slice(1)] = object[key]
    delete object[key]
  }
}
