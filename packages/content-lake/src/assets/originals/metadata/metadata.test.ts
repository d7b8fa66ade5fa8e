import { decode, isBlurhashValid } from 'blurhash'
import sharp from 'sharp'
import { thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quarters, startAssets } from '../../../testing/assets-fixture.ts'
import { exifMetadata } from './exif.ts'

let lake: Awaited<ReturnType<typeof startAssets>>
beforeAll(async () => {
  lake = await startAssets()
})
afterAll(() => lake[Symbol.asyncDispose]())

const everything = [
  'blurhash',
  'thumbhash',
  'lqip',
  'palette',
  'exif',
  'image',
  'location',
] as const

/** Returns a photo with a camera's name, a date, and a location south of the equator. */
async function photo(): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'Camera maker', XPComment: 'x' },
    IFD2: { DateTimeOriginal: '2026:03:04 05:06:07', FNumber: '28/10' },
    IFD3: {
      GPSLatitude: '33/1 30/1 0/1',
      GPSLatitudeRef: 'S',
      GPSLongitude: '151/1 15/1 36/1',
      GPSLongitudeRef: 'E',
    },
  }
  return sharp(await quarters(60, 40))
    .jpeg()
    .withExif(exif)
    .toBuffer()
}

describe('the placeholders of an image', () => {
  it('can be decoded to its colors', async () => {
    const { metadata } = await lake.client.assets.upload('image', await quarters(60, 40))
    const { blurHash = '', thumbHash = '' } = metadata
    expect(isBlurhashValid(blurHash)).toEqual({ result: true })
    // Five components for the long side, and as many for the short side as its length.
    expect(blurHash).toHaveLength(4 + 2 * 5 * 3)
    const blurred = decode(blurHash, 20, 20)
    const color = (x: number, y: number) => [...blurred.slice((y * 20 + x) * 4).slice(0, 3)]
    expect(color(2, 2)[0]).toBeGreaterThan(180)
    expect(color(2, 2)[2]).toBeLessThan(120)
    expect(color(2, 17)[2]).toBeGreaterThan(180)
    const bytes = Buffer.from(thumbHash, 'base64')
    const { w, h } = thumbHashToRGBA(bytes)
    expect(w / h).toBeCloseTo(1.5, 0)
    expect(thumbHashToAverageRGBA(bytes).a).toBe(1)
  })
})

describe('EXIF metadata', () => {
  it('is stored only if an upload asks for it', async () => {
    const bytes = await photo()
    const { metadata } = await lake.client.assets.upload('image', bytes)
    expect(metadata.blurHash).toBeDefined()
    expect(JSON.stringify(metadata)).not.toMatch(/Camera|geopoint|2026/)

    const other = Buffer.concat([bytes, Buffer.from([1])])
    const asked = await lake.client.assets.upload('image', other, { extract: [...everything] })
    expect(asked.metadata).toMatchObject({
      exif: {
        _type: 'sanity.imageExifMetadata',
        DateTimeOriginal: '2026-03-04T05:06:07.000Z',
        FNumber: 2.8,
      },
      image: { _type: 'sanity.imageExifTags', Make: 'Camera maker' },
      location: { _type: 'geopoint', lat: -33.5, lng: 151.26 },
      lqip: expect.any(String),
      palette: expect.any(Object),
    })
    // The document can be queried like any other, and visitors still get no metadata with the file.
    const query = '*[metadata.location.lat < 0]._id'
    expect(await lake.client.fetch(query)).toEqual([asked._id])
    const file = await (await fetch(`${lake.origin}/${asked.path}`)).arrayBuffer()
    expect(Buffer.from(file).includes('Camera maker')).toBe(false)
  })

  it('is left out if it is damaged or too large', async () => {
    const { exif = Buffer.alloc(0) } = await sharp(await photo()).metadata()
    const all = () => true
    expect(exifMetadata(exif, all).location).toBeDefined()
    for (let length = 0; length < exif.length; length++) {
      expect(() => JSON.stringify(exifMetadata(exif.subarray(0, length), all))).not.toThrow()
    }
    expect(exifMetadata(Buffer.concat([exif, Buffer.alloc(300_000)]), all)).toEqual({})
    expect(exifMetadata(Buffer.from('not EXIF'), all)).toEqual({})
    // All bits set: values that are not numbers, coordinates out of range, and offsets beyond the end.
    for (let at = 8; at < exif.length; at++) {
      const changed = Buffer.from(exif)
      changed.fill(255, at, Math.min(at + 4, exif.length))
      const { location } = exifMetadata(changed, all)
      if (location) expect(Math.abs(Number(location.lat))).toBeLessThanOrEqual(90)
    }
  })
})
