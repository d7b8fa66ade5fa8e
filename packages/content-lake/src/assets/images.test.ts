import { createImageUrlBuilder } from '@sanity/image-url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quarters, startAssets } from '../testing/assets-fixture.ts'

let lake: Awaited<ReturnType<typeof startAssets>>
let id: string
let path: string

beforeAll(async () => {
  lake = await startAssets()
  const document = await lake.client.assets.upload('image', await quarters(400, 200))
  id = document._id
  path = document.path
})
afterAll(() => lake[Symbol.asyncDispose]())

async function get(query: string, headers: Record<string, string> = {}, from = path) {
  const response = await fetch(`${lake.origin}/${from}${query}`, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

async function picture(query: string, headers: Record<string, string> = {}, from = path) {
  const answer = await get(query, headers, from)
  expect(answer.status).toBe(200)
  const { width, height, format, hasAlpha, pages } = await sharp(answer.bytes).metadata()
  return { ...answer, size: `${width}x${height}`, format, hasAlpha, pages }
}

describe('sizes and crops', () => {
  it('supports the URLs that @sanity/image-url builds for a cropped image with a hotspot', async () => {
    const source = {
      asset: { _ref: id },
      crop: { left: 0.5, right: 0, top: 0, bottom: 0 },
      hotspot: { x: 0.9, y: 0.5, width: 0.2, height: 1 },
    }
    const builder = createImageUrlBuilder(lake.client).image(source)
    const built = (url: string) => url.replace(`${lake.origin}/${path}`, '')
    expect((await picture(built(builder.width(80).height(80).url()))).size).toBe('80x80')
    expect((await picture(built(builder.width(50).auto('format').url()))).size).toBe('50x50')
    const effects = builder.size(60, 30).blur(5).flipVertical().orientation(90).bg('ff0').dpr(2)
    expect((await picture(built(effects.quality(20).format('pjpg').url()))).format).toBe('jpeg')
  })
})

describe('formats', () => {
  it('use fm, then the formats that the browser accepts, then the original format', async () => {
    expect((await picture('?w=50&fm=jpg')).headers.get('content-type')).toBe('image/jpeg')
    expect((await picture('?w=50&fm=webp&auto=format', { accept: 'image/avif' })).format).toBe(
      'webp',
    )
    expect((await picture('?w=50', { accept: 'image/avif' })).format).toBe('png')

    const auto = (accept: string) => picture('?w=50&auto=format', { accept })
    const avif = await auto('image/avif,image/webp,*/*;q=0.8')
    expect(avif.headers.get('content-type')).toBe('image/avif')
    expect(avif.headers.get('vary')).toBe('Accept')
    expect(avif.format).toBe('heif')
    expect((await auto('image/avif;q=0, image/webp')).format).toBe('webp')
    expect((await auto('*/*')).format).toBe('png')
  })

  it.each(['gif', 'webp'] as const)(
    'keep an animated %s animated, unless a frame is requested',
    async (format) => {
      const frames = await Promise.all(
        ['#f00', '#0f0'].map((background) =>
          sharp({ create: { width: 40, height: 20, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      )
      const animation = await sharp(frames, { join: { animated: true } })
        .toFormat(format, { delay: [100, 100] })
        .toBuffer()
      const document = await lake.client.assets.upload('image', animation)
      expect(document.metadata.dimensions).toMatchObject({ width: 40, height: 20 })
      const accept = { accept: 'image/avif,image/webp' }
      const of = (query: string, headers = {}) => picture(query, headers, document.path)
      const moving = { format: 'webp', pages: 2 }
      expect(await of('?w=20&auto=format', accept)).toMatchObject(moving)
      expect(await of('?auto=format', accept)).toMatchObject(moving)
      expect(await of('?w=20&h=9&fit=crop&auto=format', accept)).toMatchObject(moving)
      expect(await of('?w=20&auto=format')).toMatchObject({ format, pages: 2 })
      expect(await of('?w=20')).toMatchObject({ format, pages: 2 })
      expect((await of('?w=20&frame=1&fm=webp')).pages).toBeUndefined()
    },
  )
})

describe('vector images', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20" fill="#f00"/></svg>`

  it('are drawn at the requested size, also for download', async () => {
    const document = await lake.client.assets.upload('image', Buffer.from(svg), {
      filename: 'a.svg',
    })
    expect(document._id).toMatch(/-40x20-svg$/)
    expect(await picture('', {}, document.path)).toMatchObject({ format: 'png', size: '40x20' })
    const large = await picture('?w=800&fm=webp', {}, document.path)
    expect(large.size).toBe('800x400')
    expect((await picture('?rect=10,5,20,10&w=300', {}, document.path)).size).toBe('300x150')

    const saved = await get('?dl', {}, document.path)
    expect(saved.headers.get('content-type')).toBe('image/png')
    expect(saved.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[0-9a-f]{40}-40x20[.]png"/,
    )
  })
})

describe('the headers of an image', () => {
  it('allow every origin and unlimited caching', async () => {
    for (const query of ['', '?w=70']) {
      const { headers, bytes } = await get(query)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-length')).toBe(String(bytes.length))
      const etag = headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w.]+"$/)

      const again = await get(query, { 'if-none-match': `"other", W/${etag}` })
      expect(again).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
      expect(again.headers.get('cache-control')).toContain('immutable')
      const head = await fetch(`${lake.origin}/${path}${query}`, { method: 'HEAD' })
      expect(head.headers.get('content-length')).toBe(String(bytes.length))
    }
  })

  it('go with the original without parameters, with a download name on request', async () => {
    expect((await get('')).bytes).toEqual(await quarters(400, 200))
    const saved = await get(`?dl=${encodeURIComponent('Müller "1".png')}`)
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="M_ller _1_.png"; filename*=UTF-8''M%C3%BCller%20%221%22.png`,
    )
  })
})

describe('hostile requests', () => {
  it.each([
    '?w=NaN',
    '?w=-1',
    '?w=0',
    '?w=1e9',
    '?w=',
    '?h=Infinity',
    '?w=99999999999',
    '?dpr=0',
    '?q=101',
    '?q=x',
    '?fit=stretch',
    '?crop=middle',
    '?rect=1,2,3',
    '?rect=0,0,0,5',
    '?rect=400,0,5,5',
    '?rect=a,b,c,d',
    '?rect=NaN,0,5,5',
    '?rect=0,0,NaN,NaN',
    '?rect=-1,0,5,5',
    '?rect=0,0,99999999999,5',
    '?fp-x=2',
    '?blur=-1',
    '?or=45',
    '?flip=x',
    '?fm=html',
    '?fm=constructor',
    '?fm=__proto__',
    '?auto=compress',
    '?bg=red',
    '?bg=12345',
    '?w[]=5&h=x',
    '?invert=maybe',
    '?sat=1000',
  ])('get 400: %s', async (query) => {
    const { status, bytes } = await get(query)
    expect(status).toBe(400)
    expect(JSON.parse(bytes.toString())).toMatchObject({ statusCode: 400 })
  })

  it('never render an image beyond the limit', async () => {
    expect((await picture('?w=999999999&fm=jpg&q=10')).size).toBe('2896x1448')
    expect((await picture('?w=9&h=9999&dpr=100&fit=scale')).size).toMatch(/^\d+x4096$/)
    expect((await picture('?w=9999&fm=gif')).size).toBe('1414x707')
    expect((await picture('?w=9999&or=90&fm=jpg')).size).toBe('1000x2000')
    expect((await picture('?w=9999&h=2&fit=crop&crop=entropy&fm=jpg')).size).toBe('4096x1')
  })

  it.each([
    'images/local/production/..%2F..%2Flake.db',
    'images/local/production/..%2Fincoming%2Fx-1x1.png',
    'images/local/production/%00.png',
    'images/local/production/',
    `images/local/production/${'0'.repeat(40)}-1x1.png`,
    'images/local/production/constructor',
    `files/local/production/${'0'.repeat(40)}.txt`,
    'files/local/production/%2e%2e%2fcache',
  ])('get 404: %s', async (from) => {
    const { status, bytes } = await get('', {}, from)
    expect(status).toBe(404)
    expect(JSON.parse(bytes.toString())).toMatchObject({ statusCode: 404, error: 'Not Found' })
  })

  it('only find assets of this project and dataset that have a document', async () => {
    expect((await get('', {}, path.replace('production', 'other'))).status).toBe(404)
    expect((await get('', {}, path.replace('local', 'other'))).status).toBe(404)
    const { _id, path: gone } = await lake.client.assets.upload('image', await quarters(20, 20))
    expect((await get('?w=10', {}, gone)).status).toBe(200)
    lake.documents.transact([{ delete: { id: _id } }], { author: 'test' })
    expect((await get('?w=10', {}, gone)).status).toBe(404)
  })

  it('get 405 with other methods', async () => {
    const answer = await fetch(`${lake.origin}/${path}`, { method: 'POST', body: 'x' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})
