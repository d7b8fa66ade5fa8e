import { randomUUID } from 'node:crypto'
import type { DocumentInput } from '../../documents/document.ts'
import { ASSET_ORIGIN } from '../../documents/document.ts'
import type { ImageFacts } from './inspect.ts'
import type { AssetKind, AssetName } from './names.ts'
import type { Received } from './originals.ts'

/** What the uploader says about an asset. */
export interface AssetDescription {
  filename?: string
  contentType?: string
  label?: string
  title?: string
  description?: string
  creditLine?: string
  source?: { id: string; name: string; url?: string }
  /** Which metadata to extract (`lqip`, `palette`); without it all, `none` for none. */
  extract?: string[]
}

/** An asset that can be sent: its document's facts and its file. */
export interface StoredAsset {
  fileName: string
  path: string
  /** Bytes. */
  size: number
  sha1: string
  extension: string
  /** Pixels; 0 for files. */
  width: number
  height: number
  /** Whether it may have several frames. */
  isAnimated: boolean
  /** The name to save it under: the one asked for, else its own neutral one. */
  saveAs(asked: string | null): string
}

/** Builds the document of an asset as Sanity does, without the attributes that every document gets. */
export function assetDocument(asset: {
  kind: AssetKind
  name: AssetName
  received: Received
  description: AssetDescription
  contentType: string
  facts?: ImageFacts
  projectId: string
  dataset: string
}): DocumentInput & { _id: string } {
  const { kind, name, received, description, facts } = asset
  const { label, title, description: text, creditLine, source, filename } = description
  const path = `${kind}/${asset.projectId}/${asset.dataset}/${name.fileName}`
  const said = { originalFilename: filename, label, title, description: text, creditLine, source }
  return {
    _id: name.id,
    _type: kind === 'images' ? 'sanity.imageAsset' : 'sanity.fileAsset',
    assetId: name.sha1,
    sha1hash: name.sha1,
    extension: name.extension,
    mimeType: asset.contentType,
    size: received.size,
    uploadId: randomUUID(),
    path,
    url: `${ASSET_ORIGIN}/${path}`,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...(facts && { metadata: facts.metadata }),
  }
}
