import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import contentDisposition from 'content-disposition'
import type { Exchange } from '../http/router.ts'
import { sendContent, sendIfUnchanged } from './content.ts'
import { contentTypeOf } from './originals/names.ts'
import type { Client, ImageRenderer } from './rendering/image-renderer.ts'
import { parseImageRequest } from './rendering/image-request.ts'
import { renditionOf } from './rendering/rendition.ts'
import type { StoredAsset } from './stored-asset.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const PRIVATE = 'private, no-store'

/** A Content-Security-Policy under which a document cannot run scripts, load resources, or access its origin. */
const INERT = "default-src 'none'; sandbox"

/** Types that a browser displays without running code in them. */
const DISPLAYED_TYPES = /^(image\/(?!svg)|audio\/|video\/|text\/plain$|application\/pdf$)/

/** The recipient of an asset. `wantsStored` is true for staff who requested the original as stored. */
export interface Recipient {
  client: Client
  wantsStored: boolean
}

/** Sends rendered images, which have no metadata, and to staff the originals. Each image is rendered once. */
export class Delivery {
  constructor(private readonly renderer: ImageRenderer) {}

  /**
   * Sends the image that a URL requests. Without parameters, sends the whole image in its own format. `dl` requests a
   * download. Originals are sent to staff only: they can contain the place where a picture was taken, and scripts.
   *
   * Throws a `LakeError` 400 for invalid parameters, 429 and 503 when too many requests wait.
   */
  async sendImage(exchange: Exchange, asset: StoredAsset, to: Recipient): Promise<void> {
    const { request, response, url } = exchange
    const query = url.searchParams
    const wanted = parseImageRequest(query)
    const { fileName } = asset
    if (to.wantsStored) {
      return this.#sendStored(exchange, asset, {
        'Cache-Control': PRIVATE,
        'Content-Type': contentTypeOf(asset.extension),
        'Content-Disposition': attachment(fileName, query.get('dl')),
        'Content-Security-Policy': INERT,
      })
    }

    const rendition = renditionOf(asset, wanted, request.headers.accept)
    const { format, name } = rendition
    const extension = format === 'pjpg' ? 'jpg' : format
    const headers: OutgoingHttpHeaders = {
      'Cache-Control': IMMUTABLE,
      'Content-Type': contentTypeOf(extension),
      ...(wanted.auto && !wanted.format && { Vary: 'Accept' }),
      ...(query.has('dl') && {
        'Content-Disposition': attachment(
          fileName.replace(/(?<!\w)\w+$/, extension),
          query.get('dl'),
        ),
      }),
    }
    const etag = `"${name}"`
    if (sendIfUnchanged(exchange, etag, headers)) return
    const bytes =
      this.renderer.find(name) ??
      (await this.renderer.render(rendition, asset, to.client).catch(unlessDisconnected(response)))
    if (bytes) await sendContent(exchange, { bytes, etag, headers })
  }

  /**
   * Sends a file as it is stored. Types that a browser cannot display safely are sent as a download. `dl` always
   * requests a download; its value can set the file name.
   */
  sendFile(exchange: Exchange, asset: StoredAsset, to: Recipient): Promise<void> {
    const type = contentTypeOf(asset.extension)
    const dl = exchange.url.searchParams.get('dl')
    const isSaved = !DISPLAYED_TYPES.test(type) || dl !== null
    return this.#sendStored(exchange, asset, {
      'Cache-Control': to.wantsStored ? PRIVATE : IMMUTABLE,
      'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      ...(isSaved && { 'Content-Disposition': attachment(asset.fileName, dl) }),
      // Browsers display PDF with a plugin, which `sandbox` would block.
      ...(type !== 'application/pdf' && { 'Content-Security-Policy': INERT }),
    })
  }

  #sendStored(
    exchange: Exchange,
    { path, size, sha1 }: StoredAsset,
    headers: OutgoingHttpHeaders,
  ): Promise<void> {
    return sendContent(exchange, { bytes: { path, size }, etag: `"${sha1}"`, headers })
  }
}

/**
 * Returns a Content-Disposition header with the requested file name or the asset's name, in ASCII and in full (RFC
 * 6266).
 */
function attachment(fileName: string, requested: string | null): string {
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
