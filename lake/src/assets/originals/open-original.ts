import { readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { pictureLimits as limits } from '../../limits/limits.ts'
import { headOf } from './stripping/container.ts'

interface Opening {
  /** All frames of an animation, as far as `pictureLimits.inputPixels` reaches. */
  animated?: boolean
  density?: number
}

/** Opens an image. Small files are read whole, so that a vector graphic cannot include files beside it. Throws for large ones. */
export async function openOriginal(
  path: string,
  { animated = false, density }: Opening = {},
): Promise<{ image: Sharp; frames: number }> {
  const input = await inputOf(path)
  const options: SharpOptions = {
    limitInputPixels: limits.inputPixels,
    // Harmless faults are warnings: stray bytes between segments, as some phones write them.
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
  // Text of any encoding that begins with a tag, or compressed text.
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  if (isGzip || /^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(start.toString('latin1'))) {
    throw new Error('The vector graphic is too large')
  }
  return path
}
