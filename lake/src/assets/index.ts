import { stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { DocumentInput, Mutation, SanityDocument } from '../documents/document.ts'
import { httpError, LakeError } from '../errors/errors.ts'
import type { Log } from '../errors/log.ts'
import type { Exchange } from '../http/exchange.ts'
import { sendJson } from '../http/respond.ts'
import { pictureLimits as limits } from '../limits/limits.ts'
import { startContent } from './content.ts'
import { sendFile } from './downloads.ts'
import { clientOf, Images } from './images.ts'
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
import { Originals } from './originals/originals.ts'
import { DiskCache } from './pictures/disk-cache.ts'
import { type Client, PictureMaker } from './pictures/picture-maker.ts'
import { ReadyPictures } from './pictures/ready-pictures.ts'
import { uploadDescription, uploadedBytes } from './upload.ts'

export type { AssetDescription } from './originals/asset-document.ts'
export type { AssetKind } from './originals/names.ts'

/** Where asset documents live: the part of a `Dataset` that assets need. */
interface AssetDocuments {
  get(id: string): SanityDocument | undefined
  transact(mutations: Mutation[], options: { author: string }): unknown
}

export interface AssetOptions {
  /** A folder of their own; made if it is not there. */
  directory: string
  projectId: string
  dataset: string
  /**
   * The origin, without a slash at the end, that asset documents' `url` begins with;
   * by default the one that an upload was sent to, none for what is imported.
   */
  publicUrl?: () => string
  documents: AssetDocuments
  /** Which client of the fair queue a request belongs to; by default the address of the connection. */
  clientOf?: (request: IncomingMessage) => string
  /** Told when something was refused because a limit was reached, by the limit's name. */
  onRefused?: (limit: string) => void
  log?: Log
  /** Largest asset in bytes. */
  uploadBytes?: number
  /** All cached pictures together, in bytes. */
  cacheBytes?: number
}

export type Assets = ReturnType<typeof createAssets>

/**
 * The images and files of one dataset: their bytes in a folder, their documents in the
 * dataset. An asset is sent only while its document is there. The same bytes are one
 * asset, however often they are uploaded.
 */
export function createAssets(options: AssetOptions) {
  const { directory, documents, projectId, dataset } = options
  const { uploadBytes = limits.uploadBytes, cacheBytes = limits.cacheBytes } = options
  const { onRefused, log } = options
  const nameOf = options.clientOf ?? (({ socket }: IncomingMessage) => socket.remoteAddress ?? '')
  const originals = new Originals(directory)
  const cache = new DiskCache(join(directory, 'cache'), cacheBytes)
  const maker = new PictureMaker({ cache, onRefused, log })
  const images = new Images(cache, maker)
  const ready = new ReadyPictures({ cache, maker, locate, log })

  async function keep(
    kind: AssetKind,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    description: AssetDescription,
    client: Client,
    origin = '',
  ): Promise<DocumentInput & { _id: string }> {
    const received = await originals.receive(chunks, uploadBytes)
    const { filename, contentType } = description
    try {
      const facts =
        kind === 'images'
          ? await maker.inspect(received.path, description.extract, client)
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
        publicUrl: options.publicUrl?.() ?? origin,
      })
    } catch (error) {
      await originals.discard(received)
      throw error
    }
  }

  async function create(document: DocumentInput & { _id: string }, author: string) {
    await documents.transact([{ createIfNotExists: document }], { author })
    return documents.get(document._id) ?? document
  }

  /** The asset that an address names. Throws a `LakeError` 404 when there is none. */
  async function locate(kind: AssetKind, segments: readonly string[]): Promise<StoredAsset> {
    const name = parseFileName(kind, segments[3] ?? '')
    const isHere = segments[1] === projectId && segments[2] === dataset
    const document = name && isHere ? documents.get(name.id) : undefined
    if (!name || !document) throw httpError(404, 'Asset not found')
    const path = originals.path(kind, name.fileName)
    const size = await stat(path).then(
      (found) => found.size,
      () => {
        options.log?.warn({ id: name.id, path }, 'the file of an asset is gone')
        throw httpError(404, 'Asset not found')
      },
    )
    const [, width = 0, height = 0] = /-(\d+)x(\d+)\./.exec(name.fileName)?.map(Number) ?? []
    const uploaded = document.originalFilename
    const saveAs = (asked: string | null) =>
      asked && asked !== 'true' ? asked : typeof uploaded === 'string' ? uploaded : name.fileName
    return { ...name, path, size, width, height, saveAs }
  }

  return {
    /**
     * Takes `POST /assets/images|files/<dataset>` and answers `{document}`. Its file is on
     * disk before its document exists. Throws a `LakeError` 400 for what is no image or
     * ended early, 413 beyond the limit, 503 when too much is to do.
     */
    async upload(kind: AssetKind, exchange: Exchange, author = 'upload'): Promise<void> {
      const description = uploadDescription(exchange)
      const chunks = uploadedBytes(exchange, uploadBytes)
      const client = clientOf(nameOf(exchange.request), exchange.response)
      const work = () => keep(kind, chunks, description, client, exchange.url.origin)
      const document = await create(await busy(exchange, work), author)
      sendJson(exchange.response, 200, { document })
    },

    /** Answers `GET|HEAD /images/<project>/<dataset>/<sha1>-<W>x<H>.<extension>`, see `Images`. */
    async image(exchange: Exchange): Promise<void> {
      startContent(exchange)
      const asset = await locate('images', exchange.segments)
      await busy(exchange, () => images.send(exchange, asset, nameOf(exchange.request)))
    },

    /** Answers `GET|HEAD /files/<project>/<dataset>/<sha1>.<extension>`, see `sendFile`. */
    async file(exchange: Exchange): Promise<void> {
      startContent(exchange)
      await sendFile(exchange, await locate('files', exchange.segments))
    },

    /**
     * Stores an asset's bytes and returns the document that is still to be created, so that
     * it can be part of a larger transaction. Throws a `LakeError` as `upload` does.
     */
    keep(kind: AssetKind, bytes: Uint8Array, description: AssetDescription = {}) {
      return keep(kind, [bytes], description, program)
    },

    /** Stores an asset and returns its document. Throws a `LakeError` as `upload` does. */
    async store(kind: AssetKind, bytes: Uint8Array, description: AssetDescription = {}) {
      return create(await keep(kind, [bytes], description, program), 'upload')
    },

    /** How many pictures are being made for somebody, and how many wait to be. */
    get pictures(): { running: number; waiting: number } {
      return maker.size
    },

    /**
     * Makes the pictures at these addresses, when there is nothing else to do, for whoever will ask for
     * them, and keeps them until they are named no more: nobody's requests push them out. Each call
     * replaces the one before. `pause` is awaited before each picture. Resolves when all are there,
     * or something newer is to be kept ready.
     */
    keepReady(addresses: Iterable<string>, pause?: () => Promise<void>): Promise<void> {
      return ready.keep(addresses, pause)
    },

    /** Takes nothing more, and gives up the pictures under way. */
    async close(): Promise<void> {
      ready.close()
      maker.close()
      await cache.close()
    },
  }
}

/** What a program of the lake's owner does. */
const program: Client = { name: 'program', gone: new AbortController().signal }

async function busy<T>({ response }: Exchange, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LakeError && [429, 503].includes(error.statusCode)) {
      response.setHeader('Retry-After', limits.retryAfterSeconds)
    }
    throw error
  }
}
