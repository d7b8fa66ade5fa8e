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

/** The Accept headers that make a difference: newer browsers, and those that lack AVIF. */
const ACCEPTED = ['image/avif,image/webp', 'image/webp']

export class ReadyPictures {
  /** The newest call; others have been replaced. */
  #current: object | undefined
  #closed = false

  constructor(private readonly options: ReadyOptions) {}

  /** Makes pictures in spare time and pins them, in place of those of an earlier call. `pause` is awaited before each. */
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
        log?.warn({ pictures: wanted.size }, 'too many pictures to keep all ready')
        break
      }
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    if (made > 0) log?.info({ pictures: wanted.size, made, seconds }, 'pictures are ready')
  }

  close(): void {
    this.#closed = true
  }

  async #made(asset: StoredAsset, picture: Picture): Promise<{ size: number } | undefined> {
    try {
      const made = await this.options.maker.makeInSpareTime(picture, asset)
      return Buffer.isBuffer(made) ? { size: made.length } : made
    } catch (err) {
      if (!this.#closed) this.options.log?.warn({ err }, 'a picture could not be made in advance')
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
        // Not there any more, or never was one.
      }
    }
    return wanted
  }
}
