import type { Sharp } from 'sharp'
import sharp, { type Metadata } from 'sharp'
import { httpError } from '../../errors/errors.ts'
import { openOriginal } from './open-original.ts'

export interface ImageFacts {
  extension: string
  width: number
  height: number
  metadata: Record<string, unknown>
}

const EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  svg: 'svg',
  tiff: 'tif',
  heif: 'avif',
}

export interface Inspection {
  path: string
  /** Optional metadata to compute (`lqip`, `palette`). All by default. */
  extract?: string[] | undefined
  /** The metadata from an earlier inspection of the same bytes. Then the image is not decoded again. */
  known?: Record<string, unknown> | undefined
}

/**
 * Returns an image's facts as Sanity describes them, with EXIF orientation applied. Throws a `LakeError` 400 when the
 * image cannot be decoded.
 */
export async function inspectImage({ path, extract, known }: Inspection): Promise<ImageFacts> {
  const wants = (part: string) => extract === undefined || extract.includes(part)
  try {
    const { image } = await openOriginal(path)
    const found = await image.clone().metadata()
    const { width, height } = found.autoOrient
    const dimensions = { width, height, aspectRatio: width / height }
    const facts = (metadata: Record<string, unknown>): ImageFacts => ({
      extension: extensionOf(found),
      width,
      height,
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { _type: 'sanity.imageDimensions', ...dimensions },
        hasAlpha: found.hasAlpha,
        ...metadata,
      },
    })
    if (known) {
      // Values read from the file take precedence over `known`.
      const { _type, dimensions: _, hasAlpha, ...rest } = known
      return facts(rest)
    }
    // Always decode a small copy, even if the metadata does not need it: this proves that the file is complete.
    const small = image.clone().autoOrient().resize(64, 64, { fit: 'inside' })
    const thumbnail = await small.png({ compressionLevel: 1 }).toBuffer()
    const isVector = found.format === 'svg'
    // Reading a part requires full-size decoding. Do it now, so that an image that needs too much memory is rejected
    // at upload.
    if (!isVector) {
      const lastPixel = { left: width - 1, top: height - 1, width: 1, height: 1 }
      await image.clone().autoOrient().extract(lastPixel).raw().toBuffer()
    }
    const isOpaque = async () =>
      (await (isVector ? sharp(thumbnail) : image.clone()).stats()).isOpaque
    const swatch = wants('palette') ? await dominantSwatch(sharp(thumbnail)) : undefined
    return facts({
      isOpaque: !found.hasAlpha || (await isOpaque()),
      ...(wants('lqip') && { lqip: await placeholder(thumbnail, found.hasAlpha) }),
      ...(swatch && { palette: { _type: 'sanity.imagePalette', dominant: swatch } }),
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw httpError(400, `Invalid image, could not read metadata: ${reason}`)
  }
}

function extensionOf(found: Metadata): string {
  const extension = EXTENSIONS[found.format]
  const isAvif = found.format !== 'heif' || found.compression === 'av1'
  if (!extension || !isAvif) throw new Error(`unsupported format ${found.format}`)
  return extension
}

/** Returns the low-quality image placeholder: a version that is 20 pixels wide, as a data URL. */
async function placeholder(thumbnail: Buffer, hasAlpha: boolean): Promise<string> {
  const tiny = sharp(thumbnail).resize(20)
  const bytes = await (hasAlpha ? tiny.png() : tiny.jpeg({ quality: 60 })).toBuffer()
  return `data:image/${hasAlpha ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`
}

interface Swatch {
  _type: 'sanity.imagePaletteSwatch'
  background: string
  foreground: string
  title: string
  population: number
}

interface Bin {
  count: number
  red: number
  green: number
  blue: number
}

/** Returns the most frequent color of an image's visible pixels, with black or white as the text color on it. */
async function dominantSwatch(image: Sharp): Promise<Swatch | undefined> {
  const pixels = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer()
  const bins = new Map<number, Bin>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    bin.count += 1
    bin.red += red
    bin.green += green
    bin.blue += blue
    bins.set(key, bin)
  }
  const [first, ...others] = bins.values()
  if (!first) return undefined
  const top = others.reduce((best, bin) => (bin.count > best.count ? bin : best), first)
  const rgb = [top.red, top.green, top.blue].map((sum) => Math.round(sum / top.count))
  const text = isLight(rgb) ? '#000' : '#fff'
  return {
    _type: 'sanity.imagePaletteSwatch',
    background: `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    foreground: text,
    title: text,
    population: Math.round((top.count * 10_000) / (pixels.length / 4)) / 100,
  }
}

/** Returns whether a color's Rec. 601 luma is above the middle. */
function isLight([red = 0, green = 0, blue = 0]: number[]): boolean {
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140
}
