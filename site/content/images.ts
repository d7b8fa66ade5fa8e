import { createImageUrlBuilder } from '@sanity/image-url'
import type { ImageSource } from './content-reader.ts'
import type { Image } from './shapes.ts'

const imageId = /^image-[\w-]+-([1-9]\d*)x([1-9]\d*)-\w+$/

/** Returns whether an asset's id belongs to an image. The URL builder throws for any other id. */
export function isImageId(id: unknown): id is string {
  return typeof id === 'string' && imageId.test(id)
}

/** Returns a URL builder for an image, with the editor's crop. Returns undefined without an image. */
export function imageAddress(source: ImageSource, image: Image | null | undefined) {
  const { asset, hotspot } = image ?? {}
  if (!isImageId(asset?._id)) return undefined
  const crop = cropOf(image)
  return createImageUrlBuilder(source).image({
    asset: { _ref: asset._id },
    ...(crop && { crop }),
    ...(hotspot && { hotspot: completeHotspot(hotspot) }),
  })
}

/**
 * Returns the fractions that an image's crop removes from each side, or undefined without a crop. Sides are 0 if they
 * are missing, or if nothing would be left of the image.
 */
export function cropOf(image: Image | null | undefined) {
  const { asset, crop } = image ?? {}
  const [, width = 0, height = 0] = imageId.exec(String(asset?._id))?.map(Number) ?? []
  if (!crop) return undefined
  const [left, right] = cutOff(crop.left, crop.right, width)
  const [top, bottom] = cutOff(crop.top, crop.bottom, height)
  return { left, right, top, bottom }
}

/**
 * Returns the center of the hotspot within the cropped image, as CSS `object-position`. An element of any shape then
 * keeps that part. Returns undefined if it is the center of the image.
 */
export function focusOf(image: Image | null | undefined): string | undefined {
  if (!image?.hotspot) return undefined
  const { x, y } = completeHotspot(image.hotspot)
  const { left, right, top, bottom } = cropOf(image) ?? { left: 0, right: 0, top: 0, bottom: 0 }
  const [across, down] = [percent(x, left, right), percent(y, top, bottom)]
  return across === 50 && down === 50 ? undefined : `${across}% ${down}%`
}

/** Returns a position as a percentage of what is left between two cuts. */
function percent(position: number, start: number, end: number): number {
  const within = (position - start) / (1 - start - end)
  return Math.round(Math.min(1, Math.max(0, within)) * 100)
}

/** Returns the cuts at two opposite sides, as fractions of a length in pixels. */
function cutOff(start: unknown, end: unknown, length: number): [number, number] {
  const [first, second] = [fraction(start) ?? 0, fraction(end) ?? 0]
  const left = Math.round(length - second * length - Math.round(first * length))
  return left >= 1 ? [first, second] : [0, 0]
}

function completeHotspot({ x, y, width, height }: NonNullable<Image['hotspot']>) {
  return {
    x: fraction(x) ?? 0.5,
    y: fraction(y) ?? 0.5,
    width: fraction(width) ?? 1,
    height: fraction(height) ?? 1,
  }
}

function fraction(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}
