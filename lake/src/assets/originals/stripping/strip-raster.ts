const PNG_KEPT =
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  )

/**
 * Returns a PNG with only the chunks that affect the image's appearance, and without trailing data.
 * https://www.w3.org/TR/png-3/
 */
export function stripPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (PNG_KEPT.includes(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

const WEBP_KEPT = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']

const WEBP_METADATA_FLAGS = 0x08 | 0x04

/**
 * Returns a WebP without EXIF, XMP, and unknown chunks. https://developers.google.com/speed/webp/docs/riff_container
 */
export function stripWebp(bytes: Buffer): Buffer {
  const kept = [Buffer.from(bytes.subarray(0, 12))]
  let at = 12
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && chunk.length > 8)
      chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_METADATA_FLAGS, 8)
    if (WEBP_KEPT.includes(type)) kept.push(chunk)
    at = end
  }
  const stripped = Buffer.concat(kept)
  stripped.writeUInt32LE(stripped.length - 8, 4)
  return stripped
}

/** Application extensions that affect the image's appearance: loop count and color profile. */
const GIF_KEPT = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

/**
 * Returns a GIF without comments and without other applications' data.
 * https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export function stripGif(bytes: Buffer): Buffer {
  let at = 13 + colorTableBytes(bytes[10])
  const kept = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const start = at
    const label = bytes[at + 1] ?? 0
    if (bytes[at] === 0x2c) {
      at = afterBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9]))
      kept.push(bytes.subarray(start, at))
    } else if (bytes[at] === 0x21) {
      at = afterBlocks(bytes, at + 2)
      const application = bytes.toString('latin1', start + 3, start + 14)
      const isKept = label === 0xff ? GIF_KEPT.includes(application) : label !== 0xfe
      if (isKept) kept.push(bytes.subarray(start, at))
    } else break
  }
  return Buffer.concat([...kept, Buffer.from([0x3b])])
}

function colorTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Returns the position after a series of sub-blocks. Each starts with its length; the last one has length 0. */
function afterBlocks(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at]) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

/** Start of the APP0, APP2, and APP14 segments that are kept: size, color profile, and color transform. */
const JPEG_KEPT: Record<number, string> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

/**
 * Returns a JPEG without comments, EXIF, XMP, IPTC, other APP segments, and trailing data. See ITU-T T.81, annex B.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    const hasNoLength = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (bytes[at] !== 0xff || marker === 0xff) at++
    else if (marker === 0xd9) break
    else if (hasNoLength) at += 2
    else {
      const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2))
      const next = marker === 0xda ? endOfScan(bytes, end) : end
      if (isKeptSegment(marker, bytes, at + 4)) kept.push(bytes.subarray(at, next))
      at = next
    }
  }
  return Buffer.concat([...kept, Buffer.from([0xff, 0xd9])])
}

function isKeptSegment(marker: number, bytes: Buffer, start: number): boolean {
  const isComment = marker === 0xfe
  if (marker < 0xe0 || marker > 0xef) return !isComment
  const signature = JPEG_KEPT[marker]
  return bytes.toString('latin1', start, start + (signature?.length ?? 0)) === signature
}

/** Returns the position of the next marker. Inside a scan, 0xff is followed by 0 or by a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
