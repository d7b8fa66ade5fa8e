import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { imageLimits as limits } from '../../../limits/limits.ts'
import { containerOfFile } from './container.ts'
import { stripBmff } from './strip-bmff.ts'
import { stripGif, stripJpeg, stripPng, stripWebp } from './strip-raster.ts'

const STRIP = { jpeg: stripJpeg, png: stripPng, gif: stripGif, webp: stripWebp, bmff: stripBmff }

/**
 * Returns a file without EXIF, GPS, XMP, IPTC, comments, and user data, with EXIF rotation applied. Returns an empty
 * buffer if the file is already like that. Images that are not rotated keep their pixels; all images keep their color
 * profile. Throws for a TIFF that cannot be decoded.
 */
export async function visitorCopy(path: string): Promise<Buffer> {
  const container = await containerOfFile(path)
  if (!container) return Buffer.alloc(0)
  if (container === 'tiff') return reencode(path)
  // Videos and AVIF store their rotation outside of EXIF. An image that cannot be decoded is not rotated by browsers
  // either.
  const mayTurn = container !== 'bmff' && container !== 'gif'
  const upright =
    mayTurn && (await isRotated(path)) && (await reencode(path).catch(() => undefined))
  if (upright) return upright
  const bytes = await readFile(path)
  const stripped = STRIP[container](bytes)
  return stripped.equals(bytes) ? Buffer.alloc(0) : stripped
}

async function isRotated(path: string): Promise<boolean> {
  const { orientation = 1, pages = 1 } = await sharp(path)
    .metadata()
    .catch(() => ({}) as { orientation?: number; pages?: number })
  return orientation > 1 && pages === 1
}

/**
 * Returns an image decoded, rotated upright, and encoded in its format again. Scales the image down if rotating it
 * would need too much memory.
 */
async function reencode(path: string): Promise<Buffer> {
  const image = sharp(path, { limitInputPixels: limits.inputPixels, failOn: 'error' }).autoOrient()
  const { format, space, chromaSubsampling, orientation = 1, autoOrient } = await image.metadata()
  const area = autoOrient.width * autoOrient.height
  if (orientation > 1 && area > limits.maxUprightArea) {
    image.resize(Math.floor(autoOrient.width * Math.sqrt(limits.maxUprightArea / area)))
  }
  // Images in other color spaces are converted to sRGB, so their profile would be wrong.
  if (space === 'srgb' || space === 'b-w') image.keepIccProfile()
  if (format === 'jpeg') {
    image.jpeg({ quality: 95, ...(chromaSubsampling === '4:4:4' && { chromaSubsampling }) })
  } else if (format === 'webp') image.webp({ quality: 95 })
  else if (format === 'tiff') image.tiff({ compression: 'deflate', predictor: 'horizontal' })
  else image.png()
  return image.toBuffer()
}
