import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { DiskCache } from 'halvi-kit/files/disk-cache'
import { RequestCoalescing } from 'halvi-kit/request-coalescing'
import type { Logger } from 'pino'
import { imageLimits } from '../limits.ts'
import {
  type OfficeResponse,
  type PassThrough,
  sendUnavailable,
} from '../to-office/pass-through.ts'
import { acceptedTypes, type Format, formatFor } from './format.ts'
import { type ImageUrls, imageUrls } from './image-urls.ts'
import { isPublicImage, sendImage } from './send-image.ts'

interface Options {
  /** The folder for the images. It is not backed up. */
  folder: string
  passThrough: Pick<PassThrough, 'get'>
  /** Returns the network address of a client. */
  addressOf(request: IncomingMessage): string
  log: Logger
}

/**
 * Caches the images that pages show, on disk, so that visitors get them without the office. An image is cached by its
 * URL and format. All other images are those of the office.
 */
export class ImageCache {
  readonly #files: DiskCache
  readonly #requests = new RequestCoalescing<OfficeResponse, never>()
  /** The images of each page, so that only new pages are read again. */
  readonly #found = new WeakMap<Buffer, ImageUrls>()
  #shown: ReadonlySet<string> = new Set()

  constructor(private readonly options: Options) {
    this.#files = new DiskCache(options.folder, imageLimits.bytes)
  }

  /** Sends an image that pages show. Passes all other requests to `next`. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { url = '', method } = request
    const isImage = url.startsWith('/images/') && (method === 'GET' || method === 'HEAD')
    const image = isImage ? this.#find(url, request) : undefined
    if (!image) next()
    else {
      image
        .then((found) => sendImage(request, response, found))
        .catch(() => {
          if (!response.headersSent) sendUnavailable(response)
        })
    }
  }

  #find(url: string, request: IncomingMessage): Promise<OfficeResponse> | undefined {
    const format = formatFor(request.headers.accept)
    const file = this.#files.find(nameOf(url, format))
    if (!file && !this.#shown.has(url)) return undefined
    const load = () => this.#load(url, format, this.options.addressOf(request))
    return file ? readFile(file.path).then(deserialize).catch(load) : load()
  }

  /** Caches only images of these pages from now on, unless `signal` is aborted. Deletes all others. */
  async show(pages: readonly Buffer[], signal: AbortSignal): Promise<void> {
    const found: ImageUrls[] = []
    for (const page of pages) {
      const known = this.#found.get(page)
      const urls = known ?? imageUrls(page)
      found.push(urls)
      this.#found.set(page, urls)
      // Reading a page takes some milliseconds.
      if (!known) await nextTurn()
    }
    signal.throwIfAborted()
    const eager = found.flatMap((page) => [...page.eager])
    this.#shown = new Set([...eager, ...found.flatMap(({ all }) => [...all])])
    const names = [...this.#shown].flatMap((url) => formats.map((format) => nameOf(url, format)))
    this.#files.keepOnly(new Set(names))
  }

  /** Requests missing images in the newest format, those of first screens first, until `signal` is aborted. */
  async keepReady(pause: () => Promise<void>, signal: AbortSignal): Promise<void> {
    for (const url of this.#shown) {
      if (this.#files.find(nameOf(url, 'avif'))) continue
      await pause()
      signal.throwIfAborted()
      // An image that fails is requested again when a visitor needs it.
      await this.#load(url, 'avif').catch(() => {})
    }
  }

  /** Requests an image from the office, once for all clients that wait for it, and stores it if it is cacheable. */
  #load(url: string, format: Format, client?: string): Promise<OfficeResponse> {
    const name = nameOf(url, format)
    return this.#requests.join(name, async () => {
      const headers = {
        Accept: acceptedTypes[format],
        ...(client && { 'X-Forwarded-For': client }),
      }
      const image = await this.options.passThrough.get(url, headers, imageLimits.timeoutMs)
      if (isPublicImage(image) && this.#shown.has(url)) {
        await this.#files.store(name, serialize(image)).catch((err) => {
          this.options.log.warn({ err }, 'image could not be cached')
        })
      }
      return image
    })
  }
}

const formats = Object.keys(acceptedTypes) as Format[]

const nameOf = (url: string, format: Format) =>
  createHash('sha256').update(`${format} ${url}`).digest('hex').slice(0, 40)
