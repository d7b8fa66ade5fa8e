import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const originals: [string, (orientation?: number) => Promise<Buffer>][] = [
  ['jpg', async (orientation) => (await picture(orientation)).jpeg().toBuffer()],
  ['png', async (orientation) => (await picture(orientation)).png().toBuffer()],
  ['webp', async (orientation) => (await picture(orientation)).webp().toBuffer()],
  ['tif', async (orientation) => (await picture(orientation)).tiff().toBuffer()],
  ['avif', async () => (await picture()).avif().toBuffer()],
]

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${lake.origin}/${path}`, { headers })
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
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

it.each(originals)(
  'sends an image without its metadata to visitors, %s',
  async (extension, make) => {
    const bytes = await make()
    expect(bytes.includes(SECRET)).toBe(true)
    const filename = `my address.${extension}`
    const { path } = await lake.client.assets.upload('image', bytes, { filename })
    for (const query of ['', '?dl', '?dl=mine.x', '?dlRaw=true', '?w=20', '?w=20&fm=png']) {
      const answer = await get(path + query)
      expect(answer.status).toBe(200)
      await expectStripped(answer.bytes)
      const disposition = answer.headers.get('content-disposition') ?? ''
      expect(disposition).not.toContain('address')
      if (query.startsWith('?dl=mine')) expect(disposition).toContain('filename="mine.x"')
      expect(answer.headers.get('cache-control')).toContain('public')
    }
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  },
)

it.each(originals)('sends the original to staff who request it, %s', async (_, make) => {
  const bytes = await make()
  const { path } = await lake.client.assets.upload('image', bytes)
  const authorization = `Bearer ${TOKEN}`
  const answer = await get(`${path}?dlRaw=true`, { authorization })
  expect(answer.bytes).toEqual(bytes)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  await expectStripped((await get(path, { authorization })).bytes)
  expect((await get(`${path}?dlRaw=true`, { authorization: 'Bearer wrong' })).status).toBe(401)
})

it.each(originals.slice(0, 4))('rotates an image according to EXIF, %s', async (_, make) => {
  const bytes = await make(6)
  const { path } = await lake.client.assets.upload('image', bytes)
  const answer = await get(path)
  await expectStripped(answer.bytes)
  expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 40, height: 60 })
  const upright = await sharp(bytes).autoOrient().png().toBuffer()
  expect(await corners(answer.bytes)).toEqual(await corners(upright))
})
