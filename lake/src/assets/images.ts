import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Exchange } from '../http/router.ts'
import { attachment } from './attachment.ts'
import { sendContent, sendIfUnchanged } from './content.ts'
import type { StoredAsset } from './originals/asset-document.ts'
import { contentTypeOf } from './originals/names.ts'
import type { DiskCache } from './pictures/disk-cache.ts'
import { parseImageRequest } from './pictures/image-request.ts'
import { pictureOf } from './pictures/picture.ts'
import type { Client, PictureMaker } from './pictures/picture-maker.ts'
import type { Recipient, VisitorCopies } from './visitor-copies.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** Nothing in the document may run, load or reach its origin, whatever opens it. */
export const INERT = "default-src 'none'; sandbox"

/** Answers requests for pictures of stored images, each made once and then kept. */
export class Images {
  readonly #cache: DiskCache
  readonly #maker: PictureMaker

  readonly #copies: VisitorCopies

  constructor(cache: DiskCache, maker: PictureMaker, copies: VisitorCopies) {
    this.#copies = copies
    this.#cache = cache
    this.#maker = maker
  }

  /**
   * Sends the picture that the address asks for. Without parameters that is the original without
   * its metadata, but never a vector graphic, which could carry script: those are drawn, and their
   * original is given with `dl` (or `dlRaw`) as a file to save.
   *
   * @throws LakeError 400 for parameters without sense, 429 and 503 when too much is to do
   */
  async send(exchange: Exchange, asset: StoredAsset, to: Recipient): Promise<void> {
    const query = exchange.url.searchParams
    const request = parseImageRequest(query)
    const isVector = asset.extension === 'svg'
    const isSaved = query.has('dl') || query.get('dlRaw') === 'true'
    const headers: OutgoingHttpHeaders = { 'Cache-Control': YEAR }
    if (isSaved) headers['Content-Disposition'] = attachment(asset.saveAs(query.get('dl')))

    if (request.plain && (isSaved || !isVector)) {
      headers['Content-Type'] = contentTypeOf(asset.extension)
      if (isVector) headers['Content-Security-Policy'] = INERT
      const content = await this.#copies.of(asset, to).catch(unlessGone(exchange.response))
      if (content)
        await sendContent(exchange, { ...content, headers: { ...headers, ...content.headers } })
      return
    }

    if (request.auto && !request.format) headers.Vary = 'Accept'
    const picture = pictureOf(asset, request, exchange.request.headers.accept)
    const { format, name } = picture
    headers['Content-Type'] = contentTypeOf(format === 'pjpg' ? 'jpg' : format)
    const etag = `"${name}"`
    if (sendIfUnchanged(exchange, etag, headers)) return
    const { response } = exchange
    const bytes =
      (await this.#cache.find(name)) ??
      (await this.#maker.make(picture, asset, to.client).catch(unlessGone(response)))
    if (bytes) await sendContent(exchange, { bytes, etag, headers })
  }
}

/** Who waits for a response, until it is sent or nobody is there any more. */
export function clientOf(name: string, response: ServerResponse): Client {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  else response.once('close', () => gone.abort())
  return { name, gone: gone.signal }
}

export function unlessGone(response: ServerResponse): (error: unknown) => undefined {
  return (error) => {
    if (!response.destroyed) throw error
  }
}
