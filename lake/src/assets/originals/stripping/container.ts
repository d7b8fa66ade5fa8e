import { open } from 'node:fs/promises'

/** Signatures of file types that may contain metadata. `bmff` includes AVIF, HEIC, MP4, and MOV. */
const CONTAINERS = {
  jpeg: /^\xff\xd8/,
  png: /^\x89PNG\r\n\W\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF....WEBP/s,
  bmff: /^....(ftyp|moov|mdat|wide|free|skip)/s,
  tiff: /^(II[*+]\0|MM\0[*+])/,
}

/** Returns the type of a file that may contain metadata, or undefined for other files. */
export async function containerOfFile(path: string): Promise<keyof typeof CONTAINERS | undefined> {
  const start = (await headOf(path, 12)).toString('latin1')
  const kinds = Object.keys(CONTAINERS) as (keyof typeof CONTAINERS)[]
  return kinds.find((kind) => CONTAINERS[kind].test(start))
}

/** Returns up to `bytes` bytes from the start of a file. */
export async function headOf(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}
