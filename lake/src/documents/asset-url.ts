/** Stands in asset documents for the origin that their files are sent from, which is known when they are read. */
export const ASSET_ORIGIN = 'http://asset-origin.invalid'

/** Returns an asset document with the address of its file at `ASSET_ORIGIN`, and any other document as it is. */
export function withNeutralUrl<Document extends { _type: string; [attribute: string]: unknown }>(
  document: Document,
): Document {
  const { _type, path, url } = document
  const isAsset = _type === 'sanity.imageAsset' || _type === 'sanity.fileAsset'
  if (!isAsset || typeof path !== 'string' || typeof url !== 'string') return document
  return { ...document, url: `${ASSET_ORIGIN}/${path}` }
}
