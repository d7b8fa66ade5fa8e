import readExif from 'exif-reader'

/** Phones write up to 64 kB. */
const MAX_BYTES = 256 * 1024
const MAX_CHARACTERS = 500
const MAX_NUMBERS = 8

type Tags = Record<string, unknown>

/** Metadata in Sanity's form: camera settings, facts about the file, and where the picture was taken. */
export interface ExifMetadata {
  exif?: Tags
  image?: Tags
  location?: Tags
}

/**
 * Returns the wanted parts of an image's EXIF metadata, without binary values. Returns an empty object for invalid
 * metadata.
 */
export function exifMetadata(
  bytes: Buffer | undefined,
  wants: (part: string) => boolean,
): ExifMetadata {
  const isWanted = ['exif', 'image', 'location'].some(wants)
  if (!isWanted || !bytes || bytes.length > MAX_BYTES) return {}
  try {
    const { Photo, Image, GPSInfo } = readExif(bytes)
    const location = wants('location') && GPSInfo && locationOf({ ...GPSInfo })
    return {
      ...(wants('exif') &&
        Photo && { exif: { _type: 'sanity.imageExifMetadata', ...plain({ ...Photo }) } }),
      ...(wants('image') &&
        Image && { image: { _type: 'sanity.imageExifTags', ...plain({ ...Image }) } }),
      ...(location && { location }),
    }
  } catch {
    return {}
  }
}

/** Returns the tags with a known name and a value that JSON can represent. */
function plain(tags: Tags): Tags {
  const isNamed = (name: string) => /^[A-Z]\w*$/.test(name) && !/^(Exif|GPS)Tag$/.test(name)
  return Object.fromEntries(
    Object.entries(tags)
      .filter(([name]) => isNamed(name))
      .map(([name, value]) => [name, plainValue(value)])
      .filter(([, value]) => value !== undefined),
  )
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  // Padding of fixed-size texts.
  if (typeof value === 'string') return value.replaceAll('\0', '').slice(0, MAX_CHARACTERS)
  if (value instanceof Date) return Number.isNaN(+value) ? undefined : value.toISOString()
  const isShort = Array.isArray(value) && value.length <= MAX_NUMBERS
  return isShort && value.every(Number.isFinite) ? value : undefined
}

function locationOf(gps: Tags): Tags | undefined {
  const lat = degrees(gps.GPSLatitude, gps.GPSLatitudeRef === 'S', 90)
  const lng = degrees(gps.GPSLongitude, gps.GPSLongitudeRef === 'W', 180)
  if (lat === undefined || lng === undefined) return undefined
  const { GPSAltitude: alt, GPSAltitudeRef: below } = gps
  const hasAltitude = typeof alt === 'number' && Number.isFinite(alt)
  return { _type: 'geopoint', lat, lng, ...(hasAltitude && { alt: below === 1 ? -alt : alt }) }
}

/** Returns decimal degrees for degrees, minutes, and seconds. Returns undefined for values out of range. */
function degrees(parts: unknown, isNegative: boolean, max: number): number | undefined {
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every(Number.isFinite)) return undefined
  const [whole, minutes, seconds] = parts as [number, number, number]
  const value = whole + minutes / 60 + seconds / 3600
  if (value < 0 || value > max) return undefined
  return isNegative ? -value : value
}
