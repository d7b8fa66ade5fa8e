import { pictureLimits as limits } from '../../limits/limits.ts'
import { type Plan, planImage } from './geometry.ts'
import type { Format, ImageRequest } from './image-request.ts'

/** One picture to make; equal values, taken as JSON, are equal pictures. */
export interface Rendering {
  plan: Plan
  format: Format
  quality: number
  rotate: ImageRequest['rotate']
  flip: ImageRequest['flip']
  blur?: number
  sharpen?: number
  invert: boolean
  greyscale: boolean
  background?: string
  animated: boolean
}

/** An upright original: its file, its extension, its size in pixels. */
export interface Original {
  path: string
  extension: string
  width: number
  height: number
}

/** Reduces a request to what makes a difference, so that requests for the same picture are equal. */
export function rendering(original: Original, request: ImageRequest, format: Format): Rendering {
  const { rotate, flip, blur, sharpen, invert, greyscale, background } = request
  const lossless = format === 'png' || format === 'gif'
  const moving = ['gif', 'webp'].includes(format) && ['gif', 'webp'].includes(original.extension)
  return {
    plan: planImage(
      original,
      request,
      Math.min(AREAS[format] ?? limits.area, rotate === 0 ? limits.area : limits.areaOfTurned),
    ),
    format,
    quality: lossless ? 100 : request.quality,
    rotate,
    flip,
    blur,
    sharpen,
    invert,
    greyscale,
    background,
    animated: moving && !request.still && rotate === 0,
  }
}

const AREAS: Partial<Record<Format, number>> = { avif: limits.areaOfAvif, gif: limits.areaOfGif }
