import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import sharp from 'sharp'
import { httpError } from '../errors.ts'
import type { Exchange } from '../http/exchange.ts'
import type { StoredAsset } from './asset-document.ts'
import { attachment, sendContent, sendIfUnchanged } from './content.ts'
import type { DiskCache } from './disk-cache.ts'
import { type Format, type ImageRequest, parseImageRequest } from './image-request.ts'
import { contentTypeOf } from './names.ts'
import { type Rendering, render, rendering } from './render.ts'
import type { WorkQueue } from './work-queue.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** Nothing in the document may run, load or reach its origin, whatever opens it. */
export const INERT = "default-src 'none'; sandbox"

/** Which code made the pixels: another version may make other bytes under the same address. */
const RENDERER = `${sharp.versions.sharp}/${sharp.versions.vips}/1`

/** Where trouble is told that costs nobody their answer. */
export interface AssetLog {
  warn(details: object, message: string): void
}

/** Answers requests for pictures of stored images, each made once and then kept. */
export class Images {
  private readonly cache: DiskCache
  private readonly queue: WorkQueue
  private readonly log: AssetLog | undefined
  /** Pictures being made, by the name that they will have in the cache. */
  private readonly underway = new Map<string, Promise<Buffer>>()

  constructor(cache: DiskCache, queue: WorkQueue, log: AssetLog | undefined) {
    this.cache = cache
    this.queue = queue
    this.log = log
  }

  /**
   * Sends the picture that the address asks for. Without parameters that is the original,
   * but never a vector graphic, which could carry script: those are drawn, and their
   * original is given with `dl` (or `dlRaw`) as a file to save.
   *
   * Throws a `LakeError` 400 for parameters without sense, 503 when too much is to do.
   */
  async send(exchange: Exchange, asset: StoredAsset): Promise<void> {
    const query = exchange.url.searchParams
    const request = parseImageRequest(query)
    const isVector = asset.extension === 'svg'
    const isSaved = query.has('dl') || query.get('dlRaw') === 'true'
    const headers: OutgoingHttpHeaders = { 'Cache-Control': YEAR }
    if (isSaved) headers['Content-Disposition'] = attachment(asset.saveAs(query.get('dl')))

    if (request.plain && (isSaved || !isVector)) {
      headers['Content-Type'] = contentTypeOf(asset.extension)
      if (isVector) headers['Content-Security-Policy'] = INERT
      const { path, size } = asset
      return sendContent(exchange, { bytes: { path, size }, etag: `"${asset.sha1}"`, headers })
    }

    if (request.auto && !request.format) headers.Vary = 'Accept'
    const format = chooseFormat(asset.extension, request, exchange.request.headers.accept)
    headers['Content-Type'] = contentTypeOf(format === 'pjpg' ? 'jpg' : format)
    const wanted = rendering(asset, request, format)
    const name = `${keyOf(asset, wanted)}.${format}`
    const etag = `"${name}"`
    if (sendIfUnchanged(exchange, etag, headers)) return
    return sendContent(exchange, { bytes: await this.picture(asset, wanted, name), etag, headers })
  }

  private async picture(asset: StoredAsset, wanted: Rendering, name: string): Promise<Buffer> {
    const cached = await this.cache.get(name)
    if (cached) return cached
    const underway = this.underway.get(name)
    if (underway) return underway
    const made = this.make(asset, wanted, name).finally(() => this.underway.delete(name))
    this.underway.set(name, made)
    return made
  }

  private async make(asset: StoredAsset, wanted: Rendering, name: string): Promise<Buffer> {
    return this.queue.run(async () => {
      const bytes = await render(asset, wanted).catch(tooSlow)
      // A full disk costs the cache, not the picture.
      await this.cache.put(name, bytes).catch((error: unknown) => {
        this.log?.warn({ err: error, name }, 'a picture could not be cached')
      })
      return bytes
    })
  }
}

function tooSlow(error: Error): never {
  throw error.message.startsWith('timeout') ? httpError(503, 'The image took too long') : error
}

function keyOf(asset: StoredAsset, wanted: Rendering): string {
  const key = JSON.stringify([RENDERER, asset.fileName, wanted])
  return createHash('sha256').update(key).digest('hex').slice(0, 40)
}

/** `fm` decides; else, with `auto=format`, the best that the browser names; else the original's. */
function chooseFormat(extension: string, request: ImageRequest, accept = ''): Format {
  if (request.format) return request.format
  // sharp writes no animated AVIF
  const best = extension === 'gif' ? (['webp'] as const) : (['avif', 'webp'] as const)
  const chosen = request.auto && best.find((format) => accepts(accept, `image/${format}`))
  if (chosen) return chosen
  if (extension === 'svg') return 'png'
  return extension === 'tif' ? 'jpg' : (extension as Format)
}

/** Only a format named in full counts: every browser sends a wildcard beside what it knows. */
function accepts(accept: string, type: string): boolean {
  return accept.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
