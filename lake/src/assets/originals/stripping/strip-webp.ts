/** Chunks that say how the picture looks. */
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

/** The flags in `VP8X` for EXIF and XMP. */
const METADATA_FLAGS = 0x08 | 0x04

/** A WebP without EXIF, XMP and unknown chunks. https://developers.google.com/speed/webp/docs/riff_container */
export function stripWebp(bytes: Buffer): Buffer {
  const kept = [Buffer.from(bytes.subarray(0, 12))]
  let at = 12
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && chunk.length > 8)
      chunk.writeUInt8(chunk.readUInt8(8) & ~METADATA_FLAGS, 8)
    if (KEPT.has(type)) kept.push(chunk)
    at = end
  }
  const stripped = Buffer.concat(kept)
  stripped.writeUInt32LE(stripped.length - 8, 4)
  return stripped
}
