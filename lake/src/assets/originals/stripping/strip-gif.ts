/** Application extensions that say how the picture looks: repetitions, colour profile. */
const KEPT = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])

/** A GIF without comments, XMP and other applications' data. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
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
      const isKept = label === 0xff ? KEPT.has(application) : label !== 0xfe
      if (isKept) kept.push(bytes.subarray(start, at))
    } else break
  }
  return Buffer.concat([...kept, Buffer.from([0x3b])])
}

function colorTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Where a row of sub-blocks ends, each of which begins with its length; one of length 0 is the last. */
function afterBlocks(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at]) at += 1 + (bytes[at] ?? 0)
  return at + 1
}
