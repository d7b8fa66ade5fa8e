import sharp from 'sharp'

/** Returns a JPEG with detail, to be damaged by the functions below. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#c84', noise } })
    .jpeg()
    .toBuffer()
}

/** Returns the position of the segment before the pixels. */
function startOfScan(bytes: Buffer): number {
  let at = 2
  while (bytes[at + 1] !== 0xda) at += 2 + bytes.readUInt16BE(at + 2)
  return at
}

const insert = (bytes: Buffer, at: number, ...inserted: number[]) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)])

/** Returns JPEGs with faults that every browser ignores, as phones write them. */
export async function harmlessJpegs(): Promise<Record<string, Buffer>> {
  const bytes = await photo()
  const scan = startOfScan(bytes)
  const lastCoefficient = Buffer.from(bytes)
  lastCoefficient[scan + 6 + 2 * (bytes[scan + 4] ?? 0)] = 0
  const adobe = [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 7]
  return {
    'end coefficient 0': lastCoefficient,
    'stray bytes between segments': insert(bytes, scan, 1, 2, 3),
    'stray bytes after the start': insert(bytes, 2, 0, 0),
    'a stray 0xff00': insert(bytes, scan, 0xff, 0, 0xff),
    'an unknown Adobe transform': insert(bytes, 2, 0xff, 0xee, 0, adobe.length + 2, ...adobe),
    'bytes after the end': Buffer.concat([bytes, Buffer.from('after the end')]),
  }
}

/** Returns JPEGs with missing parts. */
export async function brokenJpegs(): Promise<Record<string, Buffer>> {
  const bytes = await photo()
  return {
    'cut in its pixels': bytes.subarray(0, bytes.length - 200),
    'cut in its head': bytes.subarray(0, 100),
    'only a beginning': bytes.subarray(0, 3),
  }
}
