import type { Log } from 'halvi-kit/log'
import { imageLimits as limits } from '../../limits/limits.ts'
import type { AssetKind } from '../originals/names.ts'
import type { StoredAsset } from '../stored-asset.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { parseImageRequest } from './image-request.ts'
import { type Rendition, renditionOf } from './rendition.ts'

interface PrerenderOptions {
  cache: DiskCache
  renderer: ImageRenderer
  locate: (kind: AssetKind, segments: readonly string[]) => Promise<StoredAsset>
  log: Pick<Log, 'info' | 'warn'> | undefined
}

/** Accept headers that lead to different formats: of browsers with AVIF, and of older ones. */
const ACCEPTED = ['image/avif,image/webp', 'image/webp']

/** Renders images in advance and keeps them in the cache. */
export class PrerenderedImages {
  /** The most recent call of `prerender`. It replaces earlier calls. */
  #current: object | undefined
  #closed = false

  constructor(private readonly options: PrerenderOptions) {}

  /**
   * Renders images while no requests wait, and pins them in the cache in place of those of an earlier call. Awaits
   * `pause` before each image.
   */
  async prerender(urls: Iterable<string>, pause?: () => Promise<void>): Promise<void> {
    const call = {}
    this.#current = call
    const isCurrent = () => this.#current === call && !this.#closed
    const { cache, log } = this.options
    const renditions = await this.#renditions(urls)
    if (!isCurrent()) return
    cache.pin(new Set(renditions.keys()))
    const started = performance.now()
    let [bytes, rendered] = [0, 0]
    for (const { asset, rendition } of renditions.values()) {
      let file: { size: number } | undefined = await cache.find(rendition.name)
      if (!file && isCurrent()) {
        await pause?.()
        if (isCurrent()) file = await this.#render(asset, rendition)
        rendered++
      }
      if (!isCurrent()) return
      bytes += file?.size ?? 0
      if (bytes > limits.prerenderedBytes) {
        log?.warn(
          { images: renditions.size },
          'cache is too small for all images rendered in advance',
        )
        break
      }
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    if (rendered > 0)
      log?.info({ images: renditions.size, rendered, seconds }, 'images rendered in advance')
  }

  close(): void {
    this.#closed = true
  }

  async #render(asset: StoredAsset, rendition: Rendition): Promise<{ size: number } | undefined> {
    try {
      const rendered = await this.options.renderer.renderInAdvance(rendition, asset)
      return Buffer.isBuffer(rendered) ? { size: rendered.length } : rendered
    } catch (err) {
      if (!this.#closed) this.options.log?.warn({ err }, 'image could not be rendered in advance')
      return undefined
    }
  }

  async #renditions(
    urls: Iterable<string>,
  ): Promise<Map<string, { asset: StoredAsset; rendition: Rendition }>> {
    const renditions = new Map<string, { asset: StoredAsset; rendition: Rendition }>()
    for (const url of new Set(urls)) {
      try {
        const { pathname, searchParams } = new URL(url, 'http://localhost')
        const request = parseImageRequest(searchParams)
        const asset = await this.options.locate('images', pathname.slice(1).split('/'))
        const accepted = request.auto && !request.format ? ACCEPTED : ['']
        for (const accept of accepted) {
          const rendition = renditionOf(asset, request, accept)
          renditions.set(rendition.name, { asset, rendition })
        }
      } catch {
        // The image was deleted, or the URL is not an image's.
      }
    }
    return renditions
  }
}
