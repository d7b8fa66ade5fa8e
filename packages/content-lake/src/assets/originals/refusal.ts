import { imageLimits as limits } from '../../limits/limits.ts'
import { headOf } from './head-of.ts'

const SAVE = 'Save it as JPEG, PNG, or WebP'

/** Signatures at the start of files whose images are not supported. The first match counts. */
const OTHERS: readonly [RegExp, string][] = [
  [/^.{4}ftyp(hei|hev|(mif1|msf1)(?!.*avi[fs]))/s, 'HEIC'],
  [/^(.{4}ftypcrx|II\*\0.{4}CR|FUJIFILMCCD-RAW|IIR[OS]|MMOR|IIU\0)/s, 'a RAW photo'],
  [/^.{4}ftyp(?!avi[fs]|mif1|msf1)/s, 'a video'],
  [/^8BP[SB]/, 'a Photoshop file'],
  [/^%(PDF|!PS)/, 'a PDF'],
  [/^BM.{4}\0{4}/s, 'a bitmap (BMP)'],
  [/^\0\0[^\0]\0/, 'an icon (ICO)'],
  [/^(\xff\n|\0{3}.JXL )/s, 'JPEG XL'],
  [/^(\0{3}.jP {2}|\xffO\xffQ)/s, 'JPEG 2000'],
  [/^(PK[^A-Za-z ]|Rar!|7z\xbc\xaf)/, 'an archive or an Office document'],
]

const SUPPORTED: readonly [RegExp, string][] = [
  [/^\xff\xd8/, 'JPEG'],
  [/^\x89PNG/, 'PNG'],
  [/^GIF8/, 'GIF'],
  [/^RIFF.{4}WEBP/s, 'WebP'],
  [/^.{4}ftyp/s, 'AVIF'],
  [/^(II[*+]\0|MM\0[*+])/, 'TIFF or RAW'],
  [/<svg[\s>]/, 'SVG'],
]

/** Returns why an image cannot be used and what to do, for the person who uploads it. Names the file's format. */
export async function refusalOf(path: string, error: unknown): Promise<string> {
  const bytes = await headOf(path, 1024)
  const head = bytes.toString('latin1')
  const nameIn = (formats: typeof OTHERS) => formats.find(([pattern]) => pattern.test(head))?.[1]
  const other = nameIn(OTHERS)
  if (other) return `This file is ${other}. ${SAVE}`
  const format = nameIn(SUPPORTED)
  const message = error instanceof Error ? error.message : ''
  if (format && /pixel limit|too large/i.test(message)) {
    const most = `${limits.inputPixels / 1e6} megapixels, or ${limits.vectorBytes / 1e6} MB of SVG`
    return `This ${format} image is larger than ${most}. Make it smaller, and upload it again`
  }
  if (format === 'SVG') return `This SVG file has no valid size or content. ${SAVE}`
  if (format)
    return `This ${format} file is damaged, incomplete, or of an unsupported kind. ${SAVE}`
  const isText = bytes.every((byte) => byte > 31 || (byte > 8 && byte < 14))
  if (isText) return 'This file is text, not an image. Choose an image'
  return `This file is not an image of a known format. ${SAVE}`
}
