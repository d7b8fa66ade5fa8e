import { readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { imageLimits as limits } from '../../limits/limits.ts'
import { headOf } from './head-of.ts'

interface Opening {
  /** Whether to read all frames of an animation, up to `imageLimits.inputPixels` in total. */
  animated?: boolean
  density?: number
}

/**
 * Opens an image. Reads small files into memory, so that a vector image cannot include other files of its folder.
 * Throws for large vector images.
 */
export async function openOriginal(
  path: string,
  { animated = false, density }: Opening = {},
): Promise<{ image: Sharp; frames: number }> {
  const input = await inputOf(path)
  const options: SharpOptions = {
    limitInputPixels: limits.inputPixels,
    // Only fail on errors. Some phones write stray bytes between segments, which causes warnings.
    failOn: 'error',
    ...(density && { density }),
  }
  if (!animated) return { image: sharp(input, options), frames: 1 }
  const { pages = 1, width, height } = await sharp(input, options).metadata()
  const frames = Math.min(pages, Math.max(1, Math.floor(limits.inputPixels / (width * height))))
  return { image: sharp(input, { ...options, pages: frames }), frames }
}

async function inputOf(path: string): Promise<string | Buffer> {
  const { size } = await stat(path)
  if (size <= limits.vectorBytes) return readFile(path)
  const start = await headOf(path, 1024)
  // Detect SVG: text in any encoding that starts with a tag, or gzip data.
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  if (isGzip || /^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(start.toString('latin1'))) {
    throw new Error('The vector image is too large')
  }
  return path
}
