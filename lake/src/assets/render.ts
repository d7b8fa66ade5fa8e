import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { type Plan, planImage } from './geometry.ts'
import type { Format, ImageRequest } from './image-request.ts'

// Assets are read by unchanging names and results are cached on disk: libvips' own
// cache would only hold memory.
sharp.cache(false)

/** Images of more pixels are refused: decoded, they take four bytes each. */
export const MAX_INPUT_PIXELS = 100_000_000

/** How every image is opened. */
export const INPUT_OPTIONS: SharpOptions = { limitInputPixels: MAX_INPUT_PIXELS }

/** Beyond this a picture is not waited for. */
const TIMEOUT_SECONDS = 30

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
    plan: planImage(original, request),
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

/** Makes the picture. Rejects when the original cannot be decoded or it takes too long. */
export async function render(original: Original, wanted: Rendering): Promise<Buffer> {
  const { plan, rotate, flip } = wanted
  const { density, factor } = vectorScale(original, plan)
  const options = { ...INPUT_OPTIONS, animated: wanted.animated, ...(density && { density }) }
  let image = sharp(original.path, options)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .extract(magnified(plan.extract, factor, original))
    .resize({
      ...plan.scaled,
      fit: plan.byEntropy ? 'cover' : 'fill',
      position: sharp.strategy.entropy,
    })
  // sharp mirrors before it turns, the parameters mean the other way round
  const lying = rotate % 180 !== 0
  image = image.flop(lying ? flip.vertical : flip.horizontal)
  image = image.flip(lying ? flip.horizontal : flip.vertical)
  if (rotate !== 0) image = image.rotate(rotate)
  return encode(effects(padded(image, wanted), wanted), wanted).toBuffer()
}

function padded(image: Sharp, { plan, rotate, background }: Rendering): Sharp {
  const lying = rotate % 180 !== 0
  const width = plan.canvas.width - (lying ? plan.scaled.height : plan.scaled.width)
  const height = plan.canvas.height - (lying ? plan.scaled.width : plan.scaled.height)
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

function effects(image: Sharp, wanted: Rendering): Sharp {
  if (wanted.background) image.flatten({ background: wanted.background })
  // The documented range of 2,000 is far beyond what can still be told apart.
  if (wanted.blur) image.blur(Math.min(50, Math.max(0.3, wanted.blur / 4)))
  if (wanted.sharpen) image.sharpen({ sigma: 0.5 + wanted.sharpen / 50 })
  if (wanted.invert) image.negate({ alpha: false })
  if (wanted.greyscale) image.greyscale()
  return image
}

function encode(image: Sharp, { format, quality, background }: Rendering): Sharp {
  switch (format) {
    case 'jpg':
    case 'pjpg':
      image.flatten({ background: background ?? '#ffffff' })
      return image.jpeg({ quality, mozjpeg: true, progressive: format === 'pjpg' })
    case 'png':
      return image.png()
    case 'gif':
      return image.gif()
    case 'webp':
      return image.webp({ quality })
    // AVIF at 50 looks like JPEG at 75. Each further step of effort doubles the time for 1% of the size.
    case 'avif':
      return image.avif({ quality: Math.max(1, Math.round((quality * 2) / 3)), effort: 2 })
  }
}

/** Vector graphics are drawn at the size that is wanted, rather than drawn small and blown up. */
function vectorScale(original: Original, plan: Plan): { density?: number; factor: number } {
  if (original.extension !== 'svg') return { factor: 1 }
  const wanted = Math.max(
    plan.scaled.width / plan.extract.width,
    plan.scaled.height / plan.extract.height,
  )
  const affordable = Math.sqrt(16_777_216 / (original.width * original.height))
  const factor = Math.max(0.05, Math.min(wanted, affordable))
  return { density: 72 * factor, factor }
}

function magnified(part: Plan['extract'], factor: number, original: Original): Plan['extract'] {
  if (factor === 1) return part
  const width = Math.max(1, Math.floor(original.width * factor))
  const height = Math.max(1, Math.floor(original.height * factor))
  const left = Math.min(width - 1, Math.round(part.left * factor))
  const top = Math.min(height - 1, Math.round(part.top * factor))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(part.width * factor))),
    height: Math.max(1, Math.min(height - top, Math.round(part.height * factor))),
  }
}
