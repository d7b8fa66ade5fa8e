import { open, stat } from 'node:fs/promises'
import type { Log } from 'halvi-runtime/log'
import type { DocumentInput, Mutation, SanityDocument } from '../documents/document.ts'
import { httpError } from '../errors/errors.ts'
import {
  type AssetDescription,
  assetDocument,
  type StoredAsset,
} from './originals/asset-document.ts'
import {
  type AssetKind,
  contentTypeOf,
  fileName,
  imageName,
  parseFileName,
} from './originals/names.ts'
import type { Originals } from './originals/originals.ts'
import type { Client, PictureMaker } from './pictures/picture-maker.ts'

/** Where asset documents live: the part of a `Dataset` that assets need. */
interface AssetDocuments {
  get(id: string): SanityDocument | undefined
  transact(mutations: Mutation[], options: { author: string }): unknown
}

/** The dataset that assets belong to, and how they are addressed. */
export interface AssetDataset {
  projectId: string
  dataset: string
  documents: AssetDocuments
}

interface AssetStoreOptions extends AssetDataset {
  originals: Originals
  maker: Pick<PictureMaker, 'inspect'>
  /** Largest asset in bytes. */
  uploadBytes: number
  log?: Pick<Log, 'warn'>
}

interface NewAsset {
  kind: AssetKind
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  description: AssetDescription
  /** The metadata that an earlier inspection of the same bytes has found. */
  known?: Record<string, unknown> | undefined
  /** Who waits for it. */
  client: Client
}

/**
 * The bytes and the documents of assets. The bytes are on disk before the document exists, and an
 * asset is there only while its document is.
 */
export class AssetStore {
  readonly #options: AssetStoreOptions

  constructor(options: AssetStoreOptions) {
    this.#options = options
  }

  /**
   * Stores the bytes and returns the document that is still to be created. Throws a `LakeError` 400
   * for what is no image or ended early, 413 beyond the limit, 503 when too much is to do.
   */
  async keep({
    kind,
    chunks,
    description,
    known,
    client,
  }: NewAsset): Promise<DocumentInput & { _id: string }> {
    const { originals, maker, uploadBytes, projectId, dataset } = this.#options
    const received = await originals.receive(chunks, uploadBytes)
    const { filename, contentType } = description
    try {
      const facts =
        kind === 'images'
          ? await maker.inspect(
              { path: received.path, extract: description.extract, known },
              client,
            )
          : undefined
      const name = facts
        ? imageName(received.sha1, facts.width, facts.height, facts.extension)
        : fileName(received.sha1, filename, contentType)
      await originals.keep(received, kind, name.fileName)
      return assetDocument({
        kind,
        name,
        received,
        description,
        contentType: (!facts && contentType) || contentTypeOf(name.extension),
        facts,
        projectId,
        dataset,
      })
    } catch (error) {
      await originals.discard(received)
      throw error
    }
  }

  /** Stores the bytes and their document, or finds the one that is there. Throws as `keep` does. */
  async create(asset: NewAsset, author: string) {
    const { documents } = this.#options
    const document = await this.keep(asset)
    await documents.transact([{ createIfNotExists: document }], { author })
    return documents.get(document._id) ?? document
  }

  /** The asset that an address names. Throws a `LakeError` 404 when there is none. */
  async locate(kind: AssetKind, segments: readonly string[]): Promise<StoredAsset> {
    const { originals, projectId, dataset, documents, log } = this.#options
    const name = parseFileName(kind, segments[3] ?? '')
    const isHere = segments[1] === projectId && segments[2] === dataset
    const document = name && isHere ? documents.get(name.id) : undefined
    if (!name || !document) throw httpError(404, 'Asset not found')
    const path = originals.path(kind, name.fileName)
    const size = await stat(path).then(
      (found) => found.size,
      () => {
        log?.warn({ id: name.id, path }, 'the file of an asset is gone')
        throw httpError(404, 'Asset not found')
      },
    )
    const [, width = 0, height = 0] = /-(\d+)x(\d+)\./.exec(name.fileName)?.map(Number) ?? []
    const saveAs = (asked: string | null) => (asked && asked !== 'true' ? asked : name.fileName)
    const isAnimated = name.extension === 'gif' || (await isAnimatedWebp(path, name.extension))
    return { ...name, path, size, width, height, isAnimated, saveAs }
  }
}

/** Whether a file is a WebP whose head says that it moves. */
async function isAnimatedWebp(path: string, extension: string): Promise<boolean> {
  if (extension !== 'webp') return false
  const file = await open(path)
  try {
    const { buffer: head } = await file.read(Buffer.alloc(21), 0, 21, 0)
    return head.toString('latin1', 12, 16) === 'VP8X' && (head.readUInt8(20) & 2) !== 0
  } finally {
    await file.close()
  }
}
