import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Log } from 'halvi-runtime/log'
import { LakeError } from '../errors/errors.ts'
import { sendJson } from '../http/respond.ts'
import type { Exchange } from '../http/router.ts'
import { pictureLimits as limits } from '../limits/limits.ts'
import { type AssetDataset, AssetStore } from './asset-store.ts'
import { startContent } from './content.ts'
import { sendFile } from './downloads.ts'
import { clientOf, Images, unlessGone } from './images.ts'
import type { AssetDescription } from './originals/asset-document.ts'
import type { AssetKind } from './originals/names.ts'
import { Originals } from './originals/originals.ts'
import { DiskCache } from './pictures/disk-cache.ts'
import { type Client, PictureMaker } from './pictures/picture-maker.ts'
import { ReadyPictures } from './pictures/ready-pictures.ts'
import { uploadDescription, uploadedBytes } from './upload.ts'
import { type Recipient, VisitorCopies } from './visitor-copies.ts'

export type { AssetDescription } from './originals/asset-document.ts'
export type { AssetKind } from './originals/names.ts'

export interface AssetOptions extends AssetDataset {
  /** A folder of their own; made if it is not there. */
  directory: string
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
  const { directory, onRefused, log } = options
  const { uploadBytes = limits.uploadBytes, cacheBytes = limits.cacheBytes } = options
  const nameOf = options.clientOf ?? (({ socket }: IncomingMessage) => socket.remoteAddress ?? '')
  const originals = new Originals(directory)
  const cache = new DiskCache(join(directory, 'cache'), cacheBytes)
  const maker = new PictureMaker({ cache, onRefused, log })
  const store = new AssetStore({ ...options, originals, maker, uploadBytes })
  const copies = new VisitorCopies(cache, maker)
  const images = new Images(cache, maker, copies)
  const locate = store.locate.bind(store)
  const ready = new ReadyPictures({ cache, maker, locate, log })

  /** `dlRaw=true` asks for an original as it was stored, which is not for visitors. */
  const recipientOf = (
    { request, response, url }: Exchange,
    getsStored: () => boolean,
  ): Recipient => ({
    client: clientOf(nameOf(request), response),
    getsStored: url.searchParams.get('dlRaw') === 'true' && getsStored(),
  })

  return {
    /**
     * Takes `POST /assets/images|files/<dataset>` and answers `{document}`. Its file is on
     * disk before its document exists. Throws a `LakeError` 400 for what is no image or
     * ended early, 413 beyond the limit, 503 when too much is to do.
     */
    async upload(
      kind: AssetKind,
      exchange: Exchange,
      author = 'upload',
      check: () => void = () => {},
    ): Promise<void> {
      const description = uploadDescription(exchange)
      const chunks = uploadedBytes(exchange, uploadBytes, check)
      const client = clientOf(nameOf(exchange.request), exchange.response)
      const asset = { kind, chunks, description, client }
      const document = await busy(exchange, () => store.create(asset, author))
      sendJson(exchange.response, 200, { document })
    },

    /**
     * Answers `GET|HEAD /images/<project>/<dataset>/<sha1>-<W>x<H>.<extension>`, see `Images`.
     *
     * @param getsStored whether the sender may have originals with their metadata
     */
    async image(exchange: Exchange, getsStored: () => boolean = () => false): Promise<void> {
      startContent(exchange)
      const asset = await locate('images', exchange.segments)
      const to = recipientOf(exchange, getsStored)
      await busy(exchange, () => images.send(exchange, asset, to))
    },

    /** Answers `GET|HEAD /files/<project>/<dataset>/<sha1>.<extension>`, see `sendFile`. */
    async file(exchange: Exchange, getsStored: () => boolean = () => false): Promise<void> {
      startContent(exchange)
      const asset = await locate('files', exchange.segments)
      const to = recipientOf(exchange, getsStored)
      await busy(exchange, async () => {
        const content = await copies.of(asset, to).catch(unlessGone(exchange.response))
        if (content) await sendFile(exchange, asset, content)
      })
    },

    /**
     * Stores an asset's bytes and returns the document that is still to be created, so that
     * it can be part of a larger transaction. An image is not decoded whose metadata is `known`
     * from an earlier inspection of the same bytes. Throws a `LakeError` as `upload` does.
     */
    keep(
      kind: AssetKind,
      bytes: Uint8Array,
      description: AssetDescription = {},
      known?: Record<string, unknown>,
    ) {
      return store.keep({ kind, chunks: [bytes], description, known, client: program })
    },

    /** Stores an asset and returns its document. Throws a `LakeError` as `upload` does. */
    async store(kind: AssetKind, bytes: Uint8Array, description: AssetDescription = {}) {
      return store.create({ kind, chunks: [bytes], description, client: program }, 'upload')
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
