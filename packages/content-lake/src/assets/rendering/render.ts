import sharp, { type Sharp } from 'sharp'
import { imageLimits as limits } from '../../limits/limits.ts'
import { openOriginal } from '../originals/open-original.ts'
import { type Plan, type Size, scale } from './geometry.ts'
import type { Rectangle } from './image-request.ts'
import type { Original, RenderInstructions } from './rendition.ts'

/** Renders an image. Throws an Error when the original cannot be decoded. */
export async function render(original: Original, wanted: RenderInstructions): Promise<Buffer> {
  const { rotate, flip } = wanted
  const { image, plan, whole } = await openForRendering(original, wanted)
  image.autoOrient()
  // sharp can only decode at reduced size if the whole image is used.
  const isPart = plan.extract.width < whole.width || plan.extract.height < whole.height
  if (isPart) image.extract(plan.extract)
  image.resize({
    ...plan.scaled,
    fit: plan.byEntropy ? 'cover' : 'fill',
    position: sharp.strategy.entropy,
  })
  // sharp mirrors before it rotates; the parameters are defined in the opposite order.
  const isSideways = rotate % 180 !== 0
  image.flop(isSideways ? flip.vertical : flip.horizontal)
  image.flip(isSideways ? flip.horizontal : flip.vertical)
  if (rotate !== 0) image.rotate(rotate)
  return encode(effects(pad(image, plan, wanted), wanted), plan, wanted).toBuffer()
}

async function openForRendering(
  original: Original,
  { plan, animated, format }: RenderInstructions,
) {
  if (original.extension === 'svg') return drawVector(original, plan)
  const { image, frames } = await openOriginal(original.path, { animated })
  const limit = format === 'gif' ? limits.maxArea : limits.maxAnimationArea
  const area = frames * plan.canvas.width * plan.canvas.height
  const factor = frames === 1 ? 1 : Math.min(1, Math.sqrt(limit / area))
  const { scaled, canvas } = plan
  return {
    image,
    whole: original,
    plan: { ...plan, scaled: scale(scaled, factor), canvas: scale(canvas, factor) },
  }
}

/** Draws a vector image at about the requested size, instead of drawing it small and enlarging it. */
async function drawVector(original: Original, plan: Plan) {
  const { scaled, extract } = plan
  const wanted = Math.max(scaled.width / extract.width, scaled.height / extract.height)
  const affordable = Math.sqrt(limits.maxVectorArea / (original.width * original.height))
  const factor = Math.max(0.05, Math.min(wanted, affordable, MAX_DENSITY / 72))
  const { image } = await openOriginal(original.path, { density: 72 * factor })
  // The drawn size can differ from the stored size by rounding.
  const { width, height } = await image.clone().metadata()
  const part = scaledPart(extract, original, { width, height })
  return { image, whole: { width, height }, plan: { ...plan, extract: part } }
}

const MAX_DENSITY = 100_000

/** Returns the position of a part of the original in an image of another size. */
function scaledPart(part: Rectangle, original: Size, { width, height }: Size): Rectangle {
  const [byWidth, byHeight] = [width / original.width, height / original.height]
  const left = Math.min(width - 1, Math.round(part.left * byWidth))
  const top = Math.min(height - 1, Math.round(part.top * byHeight))
  const size = scale(part, byWidth, byHeight)
  const right = Math.min(width, left + size.width)
  const bottom = Math.min(height, top + size.height)
  return { left, top, width: right - left, height: bottom - top }
}

function pad(
  image: Sharp,
  { canvas, scaled }: Plan,
  { rotate, background }: RenderInstructions,
): Sharp {
  const isSideways = rotate % 180 !== 0
  const width = canvas.width - (isSideways ? scaled.height : scaled.width)
  const height = canvas.height - (isSideways ? scaled.width : scaled.height)
  if (width <= 0 && height <= 0) return image
  const left = Math.max(0, Math.floor(width / 2))
  const top = Math.max(0, Math.floor(height / 2))
  return image.extend({
    left,
    right: Math.max(0, width - left),
    top,
    bottom: Math.max(0, height - top),
    background: background ?? { r: 255, g: 255, b: 255, alpha: 0 },
  })
}

function effects(image: Sharp, wanted: RenderInstructions): Sharp {
  if (wanted.background) image.flatten({ background: wanted.background })
  // The documented maximum of 2,000 is far beyond a visible difference.
  if (wanted.blur) image.blur(Math.min(50, Math.max(0.3, wanted.blur / 4)))
  if (wanted.sharpen) image.sharpen({ sigma: 0.5 + wanted.sharpen / 50 })
  if (wanted.invert) image.negate({ alpha: false })
  if (wanted.greyscale) image.greyscale()
  return image
}

function encode(image: Sharp, { canvas }: Plan, wanted: RenderInstructions): Sharp {
  const { format, quality, background, animated } = wanted
  const area = canvas.width * canvas.height
  if (format === 'png') return image.png()
  if (format === 'gif') return image.gif({ effort: 1 })
  if (format === 'webp') return image.webp({ quality, effort: animated ? 2 : 4 })
  if (format === 'avif') {
    // AVIF at quality 50 looks like JPEG at 75. Each additional step of effort doubles the time and saves only 1% of
    // the size.
    const isSmall = area <= limits.highEffortAvifArea
    const effort = isSmall ? { effort: 2 } : { effort: 0, chromaSubsampling: '4:2:0' }
    return image.avif({ quality: Math.max(1, Math.round((quality * 2) / 3)), ...effort })
  }
  image.flatten({ background: background ?? '#ffffff' })
  const mozjpeg = area <= limits.mozjpegArea
  return image.jpeg({ quality, mozjpeg, progressive: format === 'pjpg' })
}
