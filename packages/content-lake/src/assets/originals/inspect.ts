import sharp, { type Metadata } from 'sharp'
import { httpError } from '../../errors/errors.ts'
import { exifMetadata } from './metadata/exif.ts'
import { blurHash, dominantSwatch, lqip, thumbHash } from './metadata/placeholders.ts'
import { openOriginal } from './open-original.ts'
import { refusalOf } from './refusal.ts'

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

const BY_DEFAULT = ['blurhash', 'lqip', 'palette', 'thumbhash']

export interface Inspection {
  path: string
  /**
   * Optional metadata to compute. `exif`, `image`, and `location` only if named, because the document is public and
   * they can identify people.
   */
  extract?: string[] | undefined
  /** The metadata from an earlier inspection of the same bytes. Then the image is not decoded again. */
  known?: Record<string, unknown> | undefined
}

/**
 * Returns an image's facts as Sanity describes them, with EXIF orientation applied. Throws a `LakeError` 400 when the
 * image cannot be decoded.
 */
export async function inspectImage({
  path,
  extract = BY_DEFAULT,
  known,
}: Inspection): Promise<ImageFacts> {
  const wants = (part: string) => extract.includes(part)
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
    return facts({
      isOpaque: !found.hasAlpha || (await isOpaque()),
      ...(wants('lqip') && { lqip: await lqip(thumbnail, found.hasAlpha) }),
      ...(wants('blurhash') && { blurHash: await blurHash(thumbnail) }),
      ...(wants('thumbhash') && { thumbHash: await thumbHash(thumbnail) }),
      ...exifMetadata(found.exif, wants),
      ...(wants('palette') && {
        palette: { _type: 'sanity.imagePalette', dominant: await dominantSwatch(thumbnail) },
      }),
    })
  } catch (error) {
    throw httpError(400, await refusalOf(path, error))
  }
}

function extensionOf(found: Metadata): string {
  const extension = EXTENSIONS[found.format]
  const isAvif = found.format !== 'heif' || found.compression === 'av1'
  if (!extension || !isAvif) throw new Error(`unsupported format ${found.format}`)
  return extension
}
