import { createHash } from 'node:crypto'
import { imageLimits as limits } from '../../limits/limits.ts'
import type { StoredAsset } from '../stored-asset.ts'
import { type Plan, planImage } from './geometry.ts'
import type { Format, ImageRequest } from './image-request.ts'

/** Version of the rendering code, including sharp and libvips. Change it when the code produces different bytes. */
export const RENDERER = '0.35.5/8.18.7/2'

/** The instructions for rendering an image. Instructions with equal JSON produce equal images. */
export interface RenderInstructions
  extends Pick<
    ImageRequest,
    'quality' | 'rotate' | 'flip' | 'blur' | 'sharpen' | 'invert' | 'greyscale' | 'background'
  > {
  plan: Plan
  format: Format
  animated: boolean
}

export type Original = Pick<StoredAsset, 'path' | 'extension' | 'width' | 'height'>

export interface Rendition {
  /** The name in the cache, the same for all requests for this image. */
  name: string
  format: Format
  instructions: RenderInstructions
}

/** Returns the image that a request needs, for a browser that accepts the formats in `accept`. */
export function renditionOf(asset: StoredAsset, request: ImageRequest, accept = ''): Rendition {
  const wanted = instructionsFor(asset, request, accept)
  const { format } = wanted
  const key = JSON.stringify([RENDERER, asset.fileName, wanted])
  const name = `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.${format}`
  return { name, format, instructions: wanted }
}

/**
 * Chooses the format: `fm` if given, with `auto=format` the best format that the browser accepts, otherwise the
 * original's format.
 */
function instructionsFor(
  asset: StoredAsset,
  request: ImageRequest,
  accept: string,
): RenderInstructions {
  const as = (format: Format) => toInstructions(asset, request, format)
  if (request.format) return as(request.format)
  if (request.auto) {
    // sharp cannot write animated AVIF.
    if (!asset.isAnimated && accepts(accept, 'image/avif')) {
      const [avif, webp] = [as('avif'), as('webp')]
      // If AVIF would have to be smaller than requested, use WebP.
      const isWhole = avif.plan.canvas.width === webp.plan.canvas.width
      return isWhole || !accepts(accept, 'image/webp') ? avif : webp
    }
    if (accepts(accept, 'image/webp')) return as('webp')
  }
  const { extension } = asset
  if (extension === 'svg') return as('png')
  return as(extension === 'tif' ? 'jpg' : (extension as Format))
}

/**
 * Returns whether an Accept header lists a type explicitly. Wildcards do not count, because every browser sends them.
 */
function accepts(accept: string, type: string): boolean {
  return accept.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

const MAX_AREAS: Partial<Record<Format, number>> = {
  avif: limits.maxAvifArea,
  gif: limits.maxGifArea,
}

/** Reduces a request to the values that affect the result, so that requests for the same image are equal. */
function toInstructions(
  original: StoredAsset,
  request: ImageRequest,
  format: Format,
): RenderInstructions {
  const { rotate, flip, blur, sharpen, invert, greyscale, background } = request
  const lossless = format === 'png' || format === 'gif'
  const moving = ['gif', 'webp'].includes(format) && ['gif', 'webp'].includes(original.extension)
  const area = rotate === 0 ? limits.maxArea : limits.maxRotatedArea
  return {
    plan: planImage(original, request, Math.min(MAX_AREAS[format] ?? limits.maxArea, area)),
    format,
    quality: lossless ? 100 : request.quality,
    ...{ rotate, flip, blur, sharpen, invert, greyscale, background },
    animated: moving && !request.still && rotate === 0,
  }
}
