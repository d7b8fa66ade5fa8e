import { encode } from 'blurhash'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

/** The number of components on the long side of a BlurHash, as in Sanity's. */
const BLUR_COMPONENTS = 5

/** Returns the low-quality image placeholder: a version that is 20 pixels wide, as a data URL. */
export async function lqip(thumbnail: Buffer, hasAlpha: boolean): Promise<string> {
  const tiny = sharp(thumbnail).resize(20)
  const bytes = await (hasAlpha ? tiny.png() : tiny.jpeg({ quality: 60 })).toBuffer()
  return `data:image/${hasAlpha ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`
}

/** Returns the BlurHash of an image of at most 100 × 100 pixels, on white if it is transparent. */
export async function blurHash(thumbnail: Buffer): Promise<string> {
  const { data, width, height } = await pixelsOf(sharp(thumbnail).flatten({ background: '#fff' }))
  const long = Math.max(width, height)
  const components = (side: number) => Math.max(1, Math.round((BLUR_COMPONENTS * side) / long))
  const pixels = new Uint8ClampedArray(data)
  return encode(pixels, width, height, components(width), components(height))
}

/** Returns the ThumbHash of an image of at most 100 × 100 pixels, in base64. */
export async function thumbHash(thumbnail: Buffer): Promise<string> {
  const { data, width, height } = await pixelsOf(sharp(thumbnail))
  return Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64')
}

/** Returns the most frequent color of an image, on white if it is transparent, with black or white as the text on it. */
export async function dominantSwatch(thumbnail: Buffer): Promise<Record<string, string>> {
  const { dominant } = await sharp(thumbnail).flatten({ background: '#fff' }).stats()
  const { r, g, b } = dominant
  const foreground = r * 0.299 + g * 0.587 + b * 0.114 > 140 ? '#000' : '#fff'
  const background = `#${Buffer.from([r, g, b]).toString('hex')}`
  return { _type: 'sanity.imagePaletteSwatch', background, foreground, title: foreground }
}

async function pixelsOf(image: Sharp) {
  const raw = image.toColourspace('srgb').ensureAlpha().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
