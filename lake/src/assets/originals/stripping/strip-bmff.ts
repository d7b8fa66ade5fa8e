interface Box {
  type: string
  typeAt: number
  start: number
  end: number
}

const CONTAINERS = new Set(['moov', 'trak', 'moof', 'traf'])

const METADATA = new Set(['udta', 'meta', 'uuid'])

/** Maximum number of metadata extents that are blanked. Real files have one or two. */
const MAX_PARTS = 100

/**
 * Returns an AVIF, HEIC, MP4, or MOV file with its EXIF, XMP, and user data overwritten in place. See ISO/IEC
 * 14496-12 and 23008-12.
 */
export function stripBmff(original: Buffer): Buffer {
  const bytes = Buffer.from(original)
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (box.type === 'meta') blankItems(bytes, box)
    else blankMetadata(bytes, box)
  }
  return bytes
}

function blankMetadata(bytes: Buffer, box: Box): void {
  if (METADATA.has(box.type)) {
    bytes.write('free', box.typeAt, 'latin1')
    bytes.fill(0, box.start, box.end)
  } else if (CONTAINERS.has(box.type)) {
    for (const inner of boxesIn(bytes, box.start, box.end)) blankMetadata(bytes, inner)
  }
}

/** Overwrites the items of an image file that contain EXIF or XMP, and changes their type to `skip`. */
function blankItems(bytes: Buffer, meta: Box): void {
  const inner = [...boxesIn(bytes, meta.start + 4, meta.end)]
  const content = (type: string) => inner.find((box) => box.type === type)
  const [iinf, iloc, idat] = [content('iinf'), content('iloc'), content('idat')]
  if (!iinf) {
    blankMetadata(bytes, meta)
    return
  }
  const blanked = new Set<number>()
  const first = iinf.start + (bytes[iinf.start] === 0 ? 6 : 8)
  for (const { type, start, end } of boxesIn(bytes, first, iinf.end)) {
    const version = bytes[start] ?? 0
    if (type !== 'infe' || version < 2) continue
    const idBytes = version === 2 ? 2 : 4
    const typeAt = start + 4 + idBytes + 2
    if (
      typeAt + 4 > end ||
      !/^(Exif|mime|uri )$/.test(bytes.toString('latin1', typeAt, typeAt + 4))
    )
      continue
    blanked.add(bytes.readUIntBE(start + 4, idBytes))
    bytes.write('skip', typeAt, 'latin1')
  }
  if (!iloc) return
  let parts = 0
  for (const { id, inData, offset, length } of extents(bytes, iloc)) {
    if (!blanked.has(id)) continue
    if (++parts > MAX_PARTS) throw new Error('The metadata is in too many parts')
    const start = offset + (inData ? (idat?.start ?? 0) : 0)
    bytes.fill(0, Math.min(start, bytes.length), Math.min(start + length, bytes.length))
  }
}

function* extents(bytes: Buffer, iloc: Box) {
  const version = bytes[iloc.start] ?? 0
  let at = iloc.start + 4
  const take = (size: number): number => {
    if (at + size > iloc.end) throw new Error('The index of the items ends early')
    const value =
      size === 8 ? Number(bytes.readBigUInt64BE(at)) : size ? bytes.readUIntBE(at, size) : 0
    at += size
    return value
  }
  const sizes = take(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version > 0 ? sizes & 15 : 0
  // With these sizes an item could have any number of extents that take no space.
  if (offsetSize + lengthSize === 0) return
  const count = take(version < 2 ? 2 : 4)
  for (let item = 0; item < count; item++) {
    const id = take(version < 2 ? 2 : 4)
    const inData = version > 0 && (take(2) & 15) === 1
    take(2)
    const base = take(baseSize)
    for (let left = take(2); left > 0; left--) {
      take(indexSize)
      const offset = base + take(offsetSize)
      yield { id, inData, offset, length: take(lengthSize) }
    }
  }
}

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  let at = from
  while (at + 8 <= to) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= to
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const start = at + (isLong ? 16 : 8)
    const end = Math.min(to, at + size)
    if (end < start) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), typeAt: at + 4, start, end }
    at = end
  }
}
