import { createHash } from 'node:crypto'
import { pictureLimits as limits } from '../../limits/limits.ts'
import type { StoredAsset } from '../originals/asset-document.ts'
import type { Format, ImageRequest } from './image-request.ts'
import { type Rendering, rendering } from './rendering.ts'

/**
 * Which code makes the pixels, sharp's and libvips' versions and our own: another one may make other
 * bytes under the same address. sharp itself is loaded in the other process alone.
 */
export const RENDERER = '0.35.5/8.18.7/2'

/** A picture that a request means, whoever asks. */
export interface Picture {
  /** What it is called in the cache: equal for requests of the same picture. */
  name: string
  format: Format
  rendering: Rendering
  /** It takes so long to make that others go before it. */
  isLarge: boolean
}

/** The picture of an image that a request means, by somebody who accepts these formats. */
export function pictureOf(asset: StoredAsset, request: ImageRequest, accept = ''): Picture {
  const { format, rendering: wanted } = chosen(asset, request, accept)
  const key = JSON.stringify([RENDERER, asset.fileName, wanted])
  const name = `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.${format}`
  const { canvas } = wanted.plan
  const isLarge =
    canvas.width * canvas.height > limits.smallArea ||
    asset.width * asset.height > limits.smallInputPixels ||
    asset.extension === 'svg' ||
    wanted.animated ||
    wanted.plan.byEntropy ||
    wanted.blur !== undefined ||
    wanted.sharpen !== undefined
  return { name, format, rendering: wanted, isLarge }
}

/** `fm` decides; else, with `auto=format`, the best that the browser names; else the original's. */
function chosen(asset: StoredAsset, request: ImageRequest, accept: string) {
  const as = (format: Format) => ({ format, rendering: rendering(asset, request, format) })
  if (request.format) return as(request.format)
  if (request.auto) {
    // sharp writes no animated AVIF.
    if (!asset.isAnimated && accepts(accept, 'image/avif')) {
      const avif = as('avif')
      const whole = as('webp')
      // Where AVIF would have to be smaller than what was asked for, WebP is better.
      const isWhole = avif.rendering.plan.canvas.width === whole.rendering.plan.canvas.width
      return isWhole || !accepts(accept, 'image/webp') ? avif : whole
    }
    if (accepts(accept, 'image/webp')) return as('webp')
  }
  const { extension } = asset
  if (extension === 'svg') return as('png')
  return as(extension === 'tif' ? 'jpg' : (extension as Format))
}

/** Only a format named in full counts: every browser sends a wildcard beside what it knows. */
function accepts(accept: string, type: string): boolean {
  return accept.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
