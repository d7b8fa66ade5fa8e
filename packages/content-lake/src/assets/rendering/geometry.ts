import { httpError } from '../../errors/errors.ts'
import { imageLimits } from '../../limits/limits.ts'
import type { ImageRequest, Rectangle } from './image-request.ts'

export interface Size {
  width: number
  height: number
}

export interface Plan {
  extract: Rectangle
  /** The size to which this part is scaled, before rotation. */
  scaled: Size
  /** The size of the result. Larger than the scaled part for the `fit` values fill and fillmax. */
  canvas: Size
  byEntropy: boolean
}

type Lengths = 'width' | 'height' | 'maxWidth' | 'maxHeight' | 'minWidth' | 'minHeight'
type ImageGeometry = Pick<ImageRequest, Lengths | 'fit' | 'rect' | 'focus' | 'rotate'>

/**
 * Returns how to apply `rect`, `or`, `w`, `h`, `fit`, `crop`, `fp-x`, and `fp-y` to an original: the rectangle is
 * cropped, then rotated, then fitted. A result with more than `area` pixels or with too long a side is scaled down.
 * Throws a `LakeError` 400 for a rectangle outside of the image.
 */
export function planImage(
  original: Size,
  wanted: ImageGeometry,
  area: number = imageLimits.maxArea,
): Plan {
  const region = clip(wanted.rect, original)
  const isSideways = wanted.rotate % 180 !== 0
  const source = isSideways ? swap(region) : region
  const fit = limitSize(fitInto(source, wanted), area)
  // sharp chooses the busiest part after it has rotated the image, so `crop=entropy` is not used for images on their
  // side.
  const byEntropy =
    wanted.focus === 'entropy' &&
    wanted.fit === 'crop' &&
    !isSideways &&
    isSearchable(source, fit.size)
  const { part, size, canvas } = byEntropy ? { ...fit, part: whole(source) } : fit
  return {
    extract: partOfOriginal(part, region, wanted.rotate),
    scaled: isSideways ? swap(size) : size,
    canvas,
    byEntropy,
  }
}

interface Fitted {
  part: Rectangle
  size: Size
  canvas: Size
}

function fitInto(source: Size, wanted: ImageGeometry): Fitted {
  const box = boxOf(source, wanted)
  const part = whole(source)
  const byWidth = box.width / source.width
  const byHeight = box.height / source.height
  const { fit } = wanted
  if (fit === 'scale') return { part, size: box, canvas: box }
  if (fit === 'crop') return crop(source, box, wanted)
  if (fit === 'min') {
    const shrink = Math.min(1, 1 / Math.max(byWidth, byHeight))
    return crop(source, scale(box, shrink), wanted)
  }
  const limit = fit === 'max' || fit === 'fillmax' ? 1 : Infinity
  const size = scale(source, Math.min(byWidth, byHeight, limit))
  return { part, size, canvas: fit === 'fill' || fit === 'fillmax' ? box : size }
}

/** Returns the box to fit into. A missing side follows from the source's aspect ratio. */
function boxOf(source: Size, wanted: ImageGeometry): Size {
  const { width, height } = wanted
  const ratio = source.width / source.height
  const box = {
    width: width ?? (height ? height * ratio : source.width),
    height: height ?? (width ? width / ratio : source.height),
  }
  if (wanted.fit === 'crop') {
    if (!width) box.width = clamp(box.width, wanted.minWidth ?? 1, wanted.maxWidth ?? Infinity)
    if (!height) box.height = clamp(box.height, wanted.minHeight ?? 1, wanted.maxHeight ?? Infinity)
  }
  return scale(box, 1)
}

/** Returns the largest part with the box's aspect ratio, centered on the focus as closely as the edges allow. */
function crop(source: Size, box: Size, { focus }: ImageGeometry): Fitted {
  const { x, y } = focus === 'entropy' ? { x: 0.5, y: 0.5 } : focus
  const size = scale(box, Math.min(source.width / box.width, source.height / box.height))
  const left = Math.round(clamp(x * source.width - size.width / 2, 0, source.width - size.width))
  const top = Math.round(clamp(y * source.height - size.height / 2, 0, source.height - size.height))
  return { part: { left, top, ...size }, size: box, canvas: box }
}

function limitSize({ part, size, canvas }: Fitted, area: number): Fitted {
  const byLength = imageLimits.maxSide / Math.max(canvas.width, canvas.height)
  const byArea = Math.sqrt(area / (canvas.width * canvas.height))
  const factor = Math.min(1, byLength, byArea)
  // Rounding up could exceed the area again.
  const shrink = (side: number) => (factor < 1 ? Math.max(1, Math.floor(side * factor)) : side)
  const smaller = (of: Size) => ({ width: shrink(of.width), height: shrink(of.height) })
  return { part, size: smaller(size), canvas: smaller(canvas) }
}

/** Returns whether the source, scaled to cover a size, is small enough to look for its busiest part. */
function isSearchable(source: Size, size: Size): boolean {
  const factor = Math.max(size.width / source.width, size.height / source.height)
  return source.width * source.height * factor * factor <= imageLimits.maxEntropyArea
}

function clip(rect: Rectangle | undefined, original: Size): Rectangle {
  if (!rect) return whole(original)
  const width = Math.min(rect.width, original.width - rect.left)
  const height = Math.min(rect.height, original.height - rect.top)
  if (width < 1 || height < 1) {
    throw httpError(400, 'The image parameter "rect" is outside of the image')
  }
  return { left: rect.left, top: rect.top, width, height }
}

/** Returns the position in the original of a part of the region, given in coordinates after clockwise rotation. */
function partOfOriginal(
  part: Rectangle,
  region: Rectangle,
  rotate: ImageRequest['rotate'],
): Rectangle {
  const right = region.width - part.left - part.width
  const below = region.height - part.top - part.height
  const inRegion = {
    0: part,
    90: { ...swap(part), left: part.top, top: region.height - part.left - part.width },
    180: { ...part, left: right, top: below },
    270: { ...swap(part), left: region.width - part.top - part.height, top: part.left },
  }[rotate]
  return { ...inRegion, left: region.left + inRegion.left, top: region.top + inRegion.top }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}

function whole({ width, height }: Size): Rectangle {
  return { left: 0, top: 0, width, height }
}

function swap({ width, height }: Size): Size {
  return { width: height, height: width }
}

/** Returns a size in whole pixels, at least one per side. */
export function scale({ width, height }: Size, byWidth: number, byHeight = byWidth): Size {
  return {
    width: Math.max(1, Math.round(width * byWidth)),
    height: Math.max(1, Math.round(height * byHeight)),
  }
}
