import { open, readFile } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { pictureLimits as limits } from '../../limits/limits.ts'

/** What is to be read of an image, and how. */
export interface Opening {
  /** All frames of an animation, as far as `pictureLimits.inputPixels` reaches. */
  animated?: boolean
  /** Of a vector graphic, in dots per inch: 72 draws it at its own size. */
  density?: number
}

/**
 * Opens an image. Small files are handed over as bytes: a vector graphic that does not know where it
 * lies cannot take in the files beside it. Others are read from disk bit by bit.
 *
 * @throws Error for a vector graphic of more than `pictureLimits.vectorBytes`
 */
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
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size <= limits.vectorBytes) return await readFile(file)
    const { buffer: start, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    if (mayBeVector(start.subarray(0, bytesRead)))
      throw new Error('The vector graphic is too large')
    return path
  } finally {
    await file.close()
  }
}

/** Text of any encoding that begins with a tag, or compressed text. */
function mayBeVector(start: Buffer): boolean {
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  return isGzip || /^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(start.toString('latin1'))
}
