import { open } from 'node:fs/promises'

/** Kinds of files that may hold metadata. `bmff` are AVIF, HEIC, MP4 and MOV. */
export type Container = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmff' | 'tiff'

/** The kind of file that these bytes begin, among those that may hold metadata. */
function containerOf(start: Buffer): Container | undefined {
  const text = start.toString('latin1', 0, 12)
  if (text.startsWith('\xff\xd8')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF....WEBP/s.test(text)) return 'webp'
  if (/^....(ftyp|moov|mdat|wide|free|skip)/s.test(text)) return 'bmff'
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return 'tiff'
  return undefined
}

/** The same of a file. */
export async function containerOfFile(path: string): Promise<Container | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
    return containerOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
