import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Log } from 'halvi-kit/log'
import type { Dataset } from '../dataset/dataset.ts'
import { ASSET_ORIGIN, type DocumentInput } from '../documents/document.ts'
import { httpError } from '../errors/errors.ts'
import { headOf } from './originals/head-of.ts'
import {
  type AssetKind,
  type AssetName,
  contentTypeOf,
  fileName,
  imageName,
  parseFileName,
} from './originals/names.ts'
import type { Originals } from './originals/originals.ts'
import type { Client, ImageRenderer } from './rendering/image-renderer.ts'
import type { StoredAsset } from './stored-asset.ts'

export interface AssetDataset {
  projectId: string
  dataset: string
  documents: Pick<Dataset, 'get' | 'transact'>
}

interface AssetStoreOptions extends AssetDataset {
  originals: Originals
  renderer: Pick<ImageRenderer, 'inspect'>
  uploadBytes: number
  log?: Pick<Log, 'warn'>
}

export interface AssetDescription {
  filename?: string
  contentType?: string
  label?: string
  title?: string
  description?: string
  creditLine?: string
  source?: { id: string; name: string; url?: string }
  /** Metadata to compute for an image, as in `Inspection`; `none` for no metadata. */
  extract?: string[]
}

interface NewAsset {
  kind: AssetKind
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  description: AssetDescription
  known?: Record<string, unknown> | undefined
  client: Client
}

/**
 * Stores the bytes and documents of assets. The bytes are stored first. An asset only exists once its document does.
 */
export class AssetStore {
  constructor(private readonly options: AssetStoreOptions) {}

  /**
   * Stores the bytes and returns the document for them, without creating it. Throws a `LakeError` 400 for invalid
   * bytes, 413, 429, or 503.
   */
  async storeFile(asset: NewAsset): Promise<DocumentInput & { _id: string }> {
    const { originals, renderer, uploadBytes } = this.options
    const { kind, description, known, client } = asset
    const received = await originals.receive(asset.chunks, uploadBytes)
    const { path, sha1, size } = received
    const { filename, contentType, extract } = description
    try {
      const facts =
        kind === 'images' ? await renderer.inspect({ path, extract, known }, client) : undefined
      const name = facts
        ? imageName(sha1, facts.width, facts.height, facts.extension)
        : fileName(sha1, filename, contentType)
      await originals.store(received, kind, name.fileName)
      const type = (!facts && contentType) || contentTypeOf(name.extension)
      return {
        ...this.#document(kind, name, description),
        mimeType: type,
        size,
        ...(facts && { metadata: facts.metadata }),
      }
    } catch (error) {
      await originals.discard(received)
      throw error
    }
  }

  /**
   * Stores the bytes and their document, and returns the document. An existing document stays unchanged. Throws as
   * `storeFile` does.
   */
  async create(asset: NewAsset, author: string) {
    const { documents } = this.options
    const document = await this.storeFile(asset)
    documents.transact([{ createIfNotExists: document }], { author })
    return documents.get(document._id) ?? document
  }

  /** Returns the asset for a path. Throws a `LakeError` 404. */
  async locate(kind: AssetKind, segments: readonly string[]): Promise<StoredAsset> {
    const { originals, projectId, dataset, documents, log } = this.options
    const name = parseFileName(kind, segments[3] ?? '')
    const isHere = segments[1] === projectId && segments[2] === dataset
    if (!name || !isHere || !documents.get(name.id)) throw httpError(404, 'Asset not found')
    const path = originals.path(kind, name.fileName)
    const found = await stat(path).catch(() => {
      log?.warn({ id: name.id, path }, 'asset file is missing')
      throw httpError(404, 'Asset not found')
    })
    const [, width = 0, height = 0] = /-(\d+)x(\d+)\./.exec(name.fileName)?.map(Number) ?? []
    const isAnimated = name.extension === 'gif' || (await isAnimatedWebp(path, name.extension))
    return { ...name, path, size: found.size, width, height, isAnimated }
  }

  #document(kind: AssetKind, name: AssetName, description: AssetDescription) {
    const { projectId, dataset } = this.options
    const { filename: originalFilename, contentType: _, extract: __, ...attributes } = description
    const path = `${kind}/${projectId}/${dataset}/${name.fileName}`
    const entries = Object.entries({ originalFilename, ...attributes })
    return {
      _id: name.id,
      _type: kind === 'images' ? 'sanity.imageAsset' : 'sanity.fileAsset',
      assetId: name.sha1,
      sha1hash: name.sha1,
      extension: name.extension,
      uploadId: randomUUID(),
      path,
      url: `${ASSET_ORIGIN}/${path}`,
      ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    }
  }
}

async function isAnimatedWebp(path: string, extension: string): Promise<boolean> {
  if (extension !== 'webp') return false
  const head = await headOf(path, 21)
  return head.toString('latin1', 12, 16) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0
}
