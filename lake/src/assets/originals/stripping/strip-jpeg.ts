const EOI = Buffer.from([0xff, 0xd9])

/** What the segments APP0, APP2 and APP14 must begin with to be kept: size, colour profile, colour transform. */
const KEPT: Record<number, string> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

/**
 * A JPEG without comments, EXIF, XMP, IPTC and what else an APP segment may hold, and without what comes
 * after it: further pictures, films. Stray bytes between segments go, too. ITU-T T.81, annex B.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xff) at++
    else if (marker === 0xd9) break
    else if (hasNoLength(marker)) at += 2
    else {
      const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2))
      const next = marker === 0xda ? endOfScan(bytes, end) : end
      if (isKept(marker, bytes, at + 4)) kept.push(bytes.subarray(at, next))
      at = next
    }
  }
  return Buffer.concat([...kept, EOI])
}

function hasNoLength(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

function isKept(marker: number, bytes: Buffer, start: number): boolean {
  const isComment = marker === 0xfe
  const isApp = marker >= 0xe0 && marker <= 0xef
  if (!isApp) return !isComment
  const signature = KEPT[marker]
  return (
    signature !== undefined &&
    bytes.toString('latin1', start, start + signature.length) === signature
  )
}

/** Where the next marker is: within a scan, 0xff is followed by 0 or by a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
