import type { Log } from 'halvi-runtime/log'
import { pictureLimits as limits } from '../../limits/limits.ts'
import type { AssetKind } from '../originals/names.ts'
import type { StoredAsset } from '../stored-asset.ts'
import type { DiskCache } from './disk-cache.ts'
import { parseImageRequest } from './image-request.ts'
import { type Picture, pictureOf } from './picture.ts'
import type { PictureMaker } from './picture-maker.ts'

interface ReadyOptions {
  cache: DiskCache
  maker: PictureMaker
  locate: (kind: AssetKind, segments: readonly string[]) => Promise<StoredAsset>
  log: Pick<Log, 'info' | 'warn'> | undefined
}

/** Accept headers that lead to different formats: of browsers with AVIF, and of older ones. */
const ACCEPTED = ['image/avif,image/webp', 'image/webp']

/** Renders images in advance and keeps them in the cache. */
export class ReadyPictures {
  /** The most recent call of `keep`. It replaces earlier calls. */
  #current: object | undefined
  #closed = false

  constructor(private readonly options: ReadyOptions) {}

  /**
   * Renders images while no requests wait, and pins them in the cache in place of those of an earlier call. Awaits
   * `pause` before each image.
   */
  async keep(addresses: Iterable<string>, pause?: () => Promise<void>): Promise<void> {
    const call = {}
    this.#current = call
    const isCurrent = () => this.#current === call && !this.#closed
    const { cache, log } = this.options
    const wanted = await this.#wanted(addresses)
    if (!isCurrent()) return
    cache.pin(new Set(wanted.keys()))
    const started = performance.now()
    let [bytes, made] = [0, 0]
    for (const { asset, picture } of wanted.values()) {
      let file: { size: number } | undefined = await cache.find(picture.name)
      if (!file && isCurrent()) {
        await pause?.()
        if (isCurrent()) file = await this.#made(asset, picture)
        made++
      }
      if (!isCurrent()) return
      bytes += file?.size ?? 0
      if (bytes > limits.readyBytes) {
        log?.warn({ images: wanted.size }, 'cache is too small for all images rendered in advance')
        break
      }
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    if (made > 0) log?.info({ images: wanted.size, made, seconds }, 'images rendered in advance')
  }

  close(): void {
    this.#closed = true
  }

  async #made(asset: StoredAsset, picture: Picture): Promise<{ size: number } | undefined> {
    try {
      const made = await this.options.maker.makeInSpareTime(picture, asset)
      return Buffer.isBuffer(made) ? { size: made.length } : made
    } catch (err) {
      if (!this.#closed) this.options.log?.warn({ err }, 'image could not be rendered in advance')
      return undefined
    }
  }

  async #wanted(
    addresses: Iterable<string>,
  ): Promise<Map<string, { asset: StoredAsset; picture: Picture }>> {
    const wanted = new Map<string, { asset: StoredAsset; picture: Picture }>()
    for (const address of new Set(addresses)) {
      try {
        const { pathname, searchParams } = new URL(address, 'http://localhost')
        const request = parseImageRequest(searchParams)
        const asset = await this.options.locate('images', pathname.slice(1).split('/'))
        if (request.plain && asset.extension !== 'svg') continue
        const accepted = request.auto && !request.format ? ACCEPTED : ['']
        for (const accept of accepted) {
          const picture = pictureOf(asset, request, accept)
          wanted.set(picture.name, { asset, picture })
        }
      } catch {
        // The image was deleted, or the URL is not an image's.
      }
    }
    return wanted
  }
}
