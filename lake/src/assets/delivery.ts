import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import contentDisposition from 'content-disposition'
import type { Exchange } from '../http/router.ts'
import { type Content, sendContent, sendIfUnchanged } from './content.ts'
import { contentTypeOf } from './originals/names.ts'
import { containerOfFile } from './originals/stripping/container.ts'
import type { DiskCache } from './rendering/disk-cache.ts'
import type { Client, ImageRenderer } from './rendering/image-renderer.ts'
import { parseImageRequest } from './rendering/image-request.ts'
import { renditionOf } from './rendering/rendition.ts'
import type { StoredAsset } from './stored-asset.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** A Content-Security-Policy under which a document cannot run scripts, load resources, or access its origin. */
const INERT = "default-src 'none'; sandbox"

/** Types that a browser displays without running code in them. */
const DISPLAYED_TYPES = /^(image\/(?!svg)|audio\/|video\/|text\/plain$|application\/pdf$)/

/** Version of the code that strips metadata. Increase it when the code produces different bytes. */
const STRIPPER = 'stripped-1'

/** The recipient of an asset. `wantsStored` is true for staff who requested the original as stored. */
export interface Recipient {
  client: Client
  wantsStored: boolean
}

/** Sends originals, without metadata to visitors, and rendered images. Each is produced once and then cached. */
export class Delivery {
  constructor(
    private readonly cache: DiskCache,
    private readonly renderer: ImageRenderer,
  ) {}

  /**
   * Sends the image that a URL requests. Without parameters, sends the original.
   *
   * Vector images can contain scripts, so they are always rendered. With `dl` or `dlRaw`, their original is sent as a
   * download. Throws a `LakeError` 400 for invalid parameters, 429 and 503 when too many requests wait.
   */
  async sendImage(exchange: Exchange, asset: StoredAsset, to: Recipient): Promise<void> {
    const { request, response, url } = exchange
    const query = url.searchParams
    const wanted = parseImageRequest(query)
    const isVector = asset.extension === 'svg'
    const isSaved = query.has('dl') || query.get('dlRaw') === 'true'
    const headers: OutgoingHttpHeaders = { 'Cache-Control': IMMUTABLE }
    if (isSaved) headers['Content-Disposition'] = attachment(asset, query.get('dl'))

    if (wanted.plain && (isSaved || !isVector)) {
      headers['Content-Type'] = contentTypeOf(asset.extension)
      if (isVector) headers['Content-Security-Policy'] = INERT
      return this.#sendOriginal(exchange, asset, to, headers)
    }

    if (wanted.auto && !wanted.format) headers.Vary = 'Accept'
    const rendition = renditionOf(asset, wanted, request.headers.accept)
    const { format, name } = rendition
    headers['Content-Type'] = contentTypeOf(format === 'pjpg' ? 'jpg' : format)
    const etag = `"${name}"`
    if (sendIfUnchanged(exchange, etag, headers)) return
    const bytes =
      (await this.cache.find(name)) ??
      (await this.renderer.render(rendition, asset, to.client).catch(unlessDisconnected(response)))
    if (bytes) await sendContent(exchange, { bytes, etag, headers })
  }

  /**
   * Sends a stored file. Types that a browser cannot display safely are sent as a download. `dl` always requests a
   * download; its value can set the file name.
   */
  sendFile(exchange: Exchange, asset: StoredAsset, to: Recipient): Promise<void> {
    const type = contentTypeOf(asset.extension)
    const dl = exchange.url.searchParams.get('dl')
    const isSaved = !DISPLAYED_TYPES.test(type) || dl !== null
    return this.#sendOriginal(exchange, asset, to, {
      'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      ...(isSaved && { 'Content-Disposition': attachment(asset, dl) }),
      // Browsers display PDF with a plugin, which `sandbox` would block.
      ...(type !== 'application/pdf' && { 'Content-Security-Policy': INERT }),
    })
  }

  async #sendOriginal(
    exchange: Exchange,
    asset: StoredAsset,
    to: Recipient,
    headers: OutgoingHttpHeaders,
  ): Promise<void> {
    const content = await this.#original(asset, to).catch(unlessDisconnected(exchange.response))
    if (!content) return
    const cacheControl = to.wantsStored ? 'private, no-store' : IMMUTABLE
    const all = { ...headers, 'Cache-Control': cacheControl }
    await sendContent(exchange, { ...content, headers: all })
  }

  async #original(
    { path, size, sha1, fileName }: StoredAsset,
    to: Recipient,
  ): Promise<Omit<Content, 'headers'>> {
    const original = { bytes: { path, size }, etag: `"${sha1}"` }
    if (to.wantsStored || !(await containerOfFile(path))) return original
    const name = `${fileName}.${STRIPPER}`
    const bytes =
      (await this.cache.find(name)) ?? (await this.renderer.strip(name, path, to.client))
    const isSame = (Buffer.isBuffer(bytes) ? bytes.length : bytes.size) === 0
    return isSame ? original : { bytes, etag: `"${sha1}-${STRIPPER}"` }
  }
}

/**
 * Returns a Content-Disposition header with the requested file name or the asset's name, in ASCII and in full (RFC
 * 6266).
 */
function attachment({ fileName }: StoredAsset, requested: string | null): string {
  const filename = requested && requested !== 'true' ? requested : fileName
  // Replaces unpaired surrogates, which cannot be encoded.
  const name = Buffer.from(filename.slice(0, 200)).toString()
  return contentDisposition(name, { fallback: name.replace(/[^\x20-\x7e]|["\\%/]/g, '_') })
}

function unlessDisconnected(response: ServerResponse): (error: unknown) => undefined {
  return (error) => {
    if (!response.destroyed) throw error
  }
}
