import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { corners, quarters, startAssets } from '../testing/assets-fixture.ts'
import { TOKEN } from '../testing/names.ts'

let lake: Awaited<ReturnType<typeof startAssets>>

beforeAll(async () => {
  lake = await startAssets()
})
afterAll(() => lake[Symbol.asyncDispose]())

const SECRET = 'a secret place'
const EXIF = {
  IFD0: { Copyright: SECRET },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSAreaInformation: SECRET },
}
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${SECRET} --></x:xmpmeta>`

/** Returns an image with the given EXIF orientation, EXIF and XMP data, and a color profile. */
async function picture(orientation?: number) {
  return sharp(await quarters(60, 40))
    .withIccProfile('p3')
    .withExif(EXIF)
    .withXmp(XMP)
    .withMetadata({ ...(orientation && { orientation }) })
}

const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])

const segment = (marker: number, text: string) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}

const jpeg = async (orientation?: number) => {
  const bytes = await (await picture(orientation)).jpeg({ progressive: true }).toBuffer()
  const photoshop = segment(0xed, `Photoshop 3.0\0${SECRET}`)
  // A second image after the first, as phones and cameras write them.
  return Buffer.concat([insert(bytes, 2, segment(0xfe, SECRET), photoshop), bytes])
}

const pngChunk = (type: string, text: string) => {
  const body = Buffer.from(type + text, 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(text.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const png = async (orientation?: number) => {
  const bytes = await (await picture(orientation)).png().toBuffer()
  const texts = [pngChunk('tEXt', `Comment\0${SECRET}`), pngChunk('prVt', SECRET)]
  return Buffer.concat([insert(bytes, 33, ...texts), Buffer.from(SECRET)])
}

const gif = async () => {
  const bytes = await sharp(await quarters(60, 40))
    .gif()
    .toBuffer()
  const table = 13 + 3 * 2 ** (((bytes[10] ?? 0) & 7) + 1)
  const block = (text: string) =>
    Buffer.from(`${String.fromCharCode(text.length)}${text}`, 'latin1')
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), block(SECRET), Buffer.from([0])])
  const xmp = [Buffer.from([0x21, 0xff]), block('XMP DataXMP'), block(SECRET), Buffer.from([0])]
  return insert(bytes, table, comment, ...xmp)
}

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat([Buffer.from(type), ...content.map((part) => Buffer.from(part))])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 4)
  return Buffer.concat([size, body])
}

const video = async () =>
  Buffer.concat([
    box('ftyp', 'isom', Buffer.alloc(4), 'isom'),
    box(
      'moov',
      box('mvhd', Buffer.alloc(20)),
      box('udta', box('\xa9xyz', SECRET)),
      box('trak', box('meta', SECRET)),
    ),
    box('uuid', SECRET),
    box('mdat', 'the film'),
  ])

const originals: [string, (orientation?: number) => Promise<Buffer>, turns: boolean][] = [
  ['jpg', jpeg, true],
  ['png', png, true],
  [
    'webp',
    async (orientation) => (await picture(orientation)).webp({ lossless: true }).toBuffer(),
    true,
  ],
  [
    'tif',
    async (orientation) => (await picture(orientation)).tiff({ compression: 'lzw' }).toBuffer(),
    true,
  ],
  ['avif', async () => (await picture()).avif({ lossless: true }).toBuffer(), false],
  ['gif', gif, false],
]

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${lake.origin}/${path}`, { headers })
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

const stored = (path: string) => {
  const [kind = '', , , name = ''] = path.split('/')
  return readFileSync(join(lake.folder, kind, name))
}

async function expectStripped(bytes: Buffer) {
  expect(bytes.includes(SECRET)).toBe(false)
  const { exif, xmp, iptc, comments, orientation = 1 } = await sharp(bytes).metadata()
  expect({ exif, xmp, iptc, comments, orientation }).toEqual({
    exif: undefined,
    xmp: undefined,
    iptc: undefined,
    comments: undefined,
    orientation: 1,
  })
}

describe.each(originals)('an original, %s', (extension, make, turns) => {
  it.each(['image', 'file'] as const)(
    'uploaded as %s is sent without its metadata',
    async (kind) => {
      const bytes = await make()
      expect(bytes.includes(SECRET)).toBe(true)
      const filename = `my address.${extension}`
      const { path } = await lake.client.assets.upload(kind, bytes, { filename })
      for (const query of ['', '?dl', '?dl=', '?dl=true', '?dl=mine.x', '?dlRaw=true']) {
        const answer = await get(path + query)
        expect(answer.status).toBe(200)
        await expectStripped(answer.bytes)
        const disposition = answer.headers.get('content-disposition') ?? ''
        expect(disposition).not.toContain('address')
        if (query.startsWith('?dl=mine')) expect(disposition).toContain('filename="mine.x"')
        expect(answer.headers.get('cache-control')).toContain('public')
        // The pixels and the color profile have not changed.
        const [before, after] = [sharp(bytes), sharp(answer.bytes)]
        expect((await after.metadata()).icc).toEqual((await before.metadata()).icc)
        expect(await after.raw().toBuffer()).toEqual(await before.raw().toBuffer())
      }
      expect(stored(path)).toEqual(bytes)
      const part = await get(path, { range: 'bytes=1-9' })
      expect(part.status).toBe(206)
      expect(part.bytes).toEqual((await get(path)).bytes.subarray(1, 10))
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    },
  )

  it('is sent as stored to authenticated clients that request it', async () => {
    const bytes = await make()
    const { path } = await lake.client.assets.upload('image', bytes)
    const authorization = `Bearer ${TOKEN}`
    const answer = await get(`${path}?dlRaw=true`, { authorization })
    expect(answer.bytes).toEqual(bytes)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    await expectStripped((await get(path, { authorization })).bytes)
    expect((await get(`${path}?dlRaw=true`, { authorization: 'Bearer wrong' })).status).toBe(401)
  })

  it.runIf(turns)('is rotated according to EXIF', async () => {
    for (const kind of ['image', 'file'] as const) {
      const bytes = await make(6)
      const { path } = await lake.client.assets.upload(kind, bytes)
      const answer = await get(path)
      await expectStripped(answer.bytes)
      const { format, width, height, icc } = await sharp(answer.bytes).metadata()
      expect({ format, width, height }).toMatchObject({ width: 40, height: 60 })
      expect(icc).toEqual((await sharp(bytes).metadata()).icc)
      expect(await corners(answer.bytes)).toEqual(
        await corners(await sharp(bytes).autoOrient().png().toBuffer()),
      )
      expect(stored(path)).toEqual(bytes)
    }
  })

  it('has no metadata in rendered images', async () => {
    const { path } = await lake.client.assets.upload('image', await make(turns ? 6 : undefined))
    for (const query of [
      '?w=20',
      '?w=20&fm=jpg',
      '?w=20&fm=png',
      '?w=20&fm=webp',
      '?w=20&fm=avif',
      '?w=20&fm=gif',
    ]) {
      const { bytes } = await get(path + query)
      await expectStripped(bytes)
      // The colors have been converted, so no profile is needed.
      expect((await sharp(bytes).metadata()).icc).toBeUndefined()
    }
  })
})

it('scales down a rotated image that is too large to be rotated in full', async () => {
  const create = { width: 6000, height: 3000, channels: 3 as const, background: '#abc' }
  const bytes = await sharp({ create })
    .withExif(EXIF)
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toBuffer()
  const { path } = await lake.client.assets.upload('image', bytes)
  const answer = await get(path)
  await expectStripped(answer.bytes)
  const { width, height } = await sharp(answer.bytes).metadata()
  expect(width * 2).toBeCloseTo(height, -1)
  expect(width * height).toBeLessThanOrEqual(12_500_000)
})

it('sends videos without user data and with all other bytes in place', async () => {
  const bytes = await video()
  const { path } = await lake.client.assets.upload('file', bytes, { filename: 'home.mp4' })
  const answer = await get(path)
  expect(answer.bytes.includes(SECRET)).toBe(false)
  expect(answer.bytes.length).toBe(bytes.length)
  expect(answer.bytes.indexOf('the film')).toBe(bytes.indexOf('the film'))
})

it('sends a file without metadata unchanged, and caches each copy', async () => {
  const plain = await sharp(await quarters(20, 20))
    .png()
    .toBuffer()
  const { path, sha1hash } = await lake.client.assets.upload('image', plain)
  expect((await get(path)).bytes).toEqual(plain)
  expect((await get(path)).headers.get('etag')).toBe(`"${sha1hash}"`)
  const kept = () =>
    readdirSync(join(lake.folder, 'cache')).filter((name) => name.includes(sha1hash))
  expect(kept()).toHaveLength(1)
  const text = await lake.client.assets.upload('file', Buffer.from('plain words'), {
    filename: 'a.txt',
  })
  expect((await get(text.path)).bytes.toString()).toBe('plain words')
})

it.each([
  ['truncated', async () => (await jpeg()).subarray(0, 900)],
  ['only a start marker', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff])],
  ['only a format name', async () => Buffer.from('RIFF0000WEBP')],
  ['only an image signature', async () => Buffer.from('GIF89a')],
  ['unterminated boxes', async () => box('ftyp', Buffer.alloc(4), box('meta', Buffer.alloc(3)))],
])('responds for a file that is damaged: %s', async (_, make) => {
  const { path } = await lake.client.assets.upload('file', await make(), { filename: 'a.jpg' })
  const answer = await get(path)
  expect([200, 400]).toContain(answer.status)
  expect(answer.bytes.includes(SECRET)).toBe(false)
})
