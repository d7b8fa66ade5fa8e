import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DiskCache } from 'halvi-kit/files/disk-cache'
import type { Log } from 'halvi-kit/log'
import { bodyOf } from '../http/body.ts'
import { onceClosed, sendJson } from '../http/respond.ts'
import type { Exchange } from '../http/router.ts'
import { imageLimits as limits } from '../limits/limits.ts'
import { type AssetDataset, type AssetDescription, AssetStore } from './asset-store.ts'
import { startContent } from './content.ts'
import { Delivery } from './delivery.ts'
import type { AssetKind } from './originals/names.ts'
import { Originals, tooLargeMessage } from './originals/originals.ts'
import { type Client, ImageRenderer } from './rendering/image-renderer.ts'

export type { AssetDescription } from './asset-store.ts'
export type { AssetKind } from './originals/names.ts'

export interface AssetOptions extends AssetDataset {
  directory: string
  clientOf?: (request: IncomingMessage) => string
  log?: Log
  uploadBytes?: number
  cacheBytes?: number
}

export type Assets = ReturnType<typeof createAssets>

/**
 * Stores and sends the images and files of one dataset. An asset is only sent while its document exists. Equal bytes
 * are one asset.
 */
export function createAssets(options: AssetOptions) {
  const { directory, log } = options
  const { uploadBytes = limits.uploadBytes, cacheBytes = limits.cacheBytes } = options
  const nameOf = options.clientOf ?? (({ socket }: IncomingMessage) => socket.remoteAddress ?? '')
  const originals = new Originals(directory)
  const cache = new DiskCache(join(directory, 'cache'), cacheBytes)
  const renderer = new ImageRenderer({ cache, log })
  const store = new AssetStore({ ...options, originals, renderer, uploadBytes })
  const delivery = new Delivery(renderer)

  async function send(exchange: Exchange, kind: AssetKind, mayReadStored: () => boolean) {
    startContent(exchange)
    const { request, response, url, segments } = exchange
    const asset = await store.locate(kind, segments)
    const wantsStored = url.searchParams.get('dlRaw') === 'true' && mayReadStored()
    const to = { client: clientOf(nameOf(request), response), wantsStored }
    if (kind === 'images') await delivery.sendImage(exchange, asset, to)
    else await delivery.sendFile(exchange, asset, to)
  }

  return {
    /**
     * Handles `POST /assets/images|files/<dataset>`. Calls `check` after the whole body was read. Throws as
     * `AssetStore.storeFile` does.
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
      const document = await store.create(asset, author)
      sendJson(exchange.response, 200, { document })
    },

    /**
     * Handles `GET|HEAD /images/<project>/<dataset>/<name>`. `mayReadStored` returns whether the client may download
     * originals with metadata.
     */
    image: (exchange: Exchange, mayReadStored = () => false) =>
      send(exchange, 'images', mayReadStored),

    file: (exchange: Exchange, mayReadStored = () => false) =>
      send(exchange, 'files', mayReadStored),

    /**
     * Stores bytes and returns the document for them, without creating it. Images with `known` metadata are not
     * decoded. Throws as `upload` does.
     */
    storeFile: (
      kind: AssetKind,
      bytes: Uint8Array,
      description: AssetDescription = {},
      known?: Record<string, unknown>,
    ) => store.storeFile({ kind, chunks: [bytes], description, known, client: PROGRAM }),

    store: (kind: AssetKind, bytes: Uint8Array, description: AssetDescription = {}) =>
      store.create({ kind, chunks: [bytes], description, client: PROGRAM }, 'upload'),

    get pictures(): { running: number; waiting: number } {
      return renderer.size
    },

    close: (): void => renderer.close(),
  }
}

const PROGRAM: Client = { name: 'program', disconnected: new AbortController().signal }

function clientOf(name: string, response: ServerResponse): Client {
  const disconnected = new AbortController()
  if (response.destroyed) disconnected.abort()
  else onceClosed(response, () => disconnected.abort())
  return { name, disconnected: disconnected.signal }
}

/** Yields an upload's body. Throws as `bodyOf` does, and the errors of `check`. */
async function* uploadedBytes(
  { request }: Exchange,
  limitBytes: number,
  check: () => void,
): AsyncGenerator<Uint8Array> {
  yield* bodyOf(request, limitBytes, tooLargeMessage(limitBytes))
  check()
}

function uploadDescription({ request, url }: Exchange): AssetDescription {
  const query = url.searchParams
  const text = (name: string) => query.get(name)?.slice(0, 10_000) || undefined
  const filename = text('filename')?.split(/[/\\]/).pop()?.slice(0, 255)
  const [id, name, sourceUrl] = [text('sourceId'), text('sourceName'), text('sourceUrl')]
  return {
    ...(filename && { filename }),
    contentType: request.headers['content-type'],
    label: text('label'),
    title: text('title'),
    description: text('description'),
    creditLine: text('creditLine'),
    ...(id && name && { source: { id, name, ...(sourceUrl && { url: sourceUrl }) } }),
    ...(query.has('meta') && {
      extract: query.getAll('meta').flatMap((part) => part.split(',')),
    }),
  }
}
