import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quarters, startAssets } from '../testing/assets-fixture.ts'
import { brokenJpegs, harmlessJpegs } from '../testing/damaged-jpegs.ts'
import { errorOf } from '../testing/lake-fixture.ts'
import { until } from '../testing/until.ts'

let lake: Awaited<ReturnType<typeof startAssets>>

beforeAll(async () => {
  lake = await startAssets({ uploadBytes: 2_000_000, publicUrl: () => 'https://site.example' })
})
afterAll(() => lake[Symbol.asyncDispose]())

const leftovers = () => readdirSync(join(lake.folder, 'incoming'))

/** Sends a body in chunks. Resolves to the status of the response. */
function post(path: string, chunks: (Buffer | 'break off')[], headers = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const { token } = lake.client.config()
    const outgoing = request(`${lake.origin}/v1/assets/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    outgoing.on('error', reject).on('response', (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0))
    })
    for (const chunk of chunks) {
      if (chunk === 'break off') outgoing.destroy()
      else outgoing.write(chunk)
    }
    outgoing.end()
  })
}

describe('an image', () => {
  it('becomes a document in the form that Sanity creates', async () => {
    const bytes = await quarters(60, 40)
    const document = await lake.client.assets.upload('image', bytes, {
      filename: 'Four quarters.PNG',
      title: 'Quarters',
      label: 'a label',
      description: 'in words',
      creditLine: 'somebody',
      source: { id: 'x1', name: 'a-source', url: 'https://source.example/x1' },
    })
    const sha1 = document.sha1hash
    expect(sha1).toMatch(/^[0-9a-f]{40}$/)
    const path = `images/local/production/${sha1}-60x40.png`
    expect(document).toMatchObject({
      _id: `image-${sha1}-60x40-png`,
      _type: 'sanity.imageAsset',
      assetId: sha1,
      extension: 'png',
      mimeType: 'image/png',
      originalFilename: 'Four quarters.PNG',
      size: bytes.length,
      path,
      url: `https://site.example/${path}`,
      title: 'Quarters',
      label: 'a label',
      description: 'in words',
      creditLine: 'somebody',
      source: { id: 'x1', name: 'a-source', url: 'https://source.example/x1' },
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { _type: 'sanity.imageDimensions', width: 60, height: 40, aspectRatio: 1.5 },
        hasAlpha: false,
        isOpaque: true,
        palette: {
          dominant: { background: expect.stringMatching(/^#[0-9a-f]{6}$/), foreground: '#fff' },
        },
      },
    })
    const lqip = Buffer.from(document.metadata.lqip?.split(',')[1] ?? '', 'base64')
    expect((await sharp(lqip).metadata()).width).toBe(20)
    expect(await lake.client.getDocument(document._id)).toEqual(document)
  })

  it('is one document if it is uploaded again', async () => {
    const bytes = await quarters(30, 30)
    const first = await lake.client.assets.upload('image', bytes, { filename: 'a.png' })
    const second = await lake.client.assets.upload('image', bytes, { filename: 'b.png' })
    expect(second).toEqual(first)
    const many = Array.from({ length: 5 }, () => lake.client.assets.upload('image', bytes))
    for (const document of await Promise.all(many)) expect(document._rev).toBe(first._rev)
    expect(leftovers()).toEqual([])
  })

  it('has the dimensions after EXIF rotation', async () => {
    const bytes = await sharp(await quarters(80, 40))
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const document = await lake.client.assets.upload('image', bytes)
    expect(document._id).toMatch(/-40x80-jpg$/)
    const answer = await fetch(`${lake.origin}/${document.path}?w=20`)
    const seen = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([seen.width, seen.height, seen.orientation]).toEqual([20, 40, undefined])
  })

  it('may have harmless faults', async () => {
    for (const [fault, bytes] of Object.entries(await harmlessJpegs())) {
      const document = await lake.client.assets.upload('image', bytes)
      expect([fault, document.mimeType]).toEqual([fault, 'image/jpeg'])
      for (const query of ['', '?w=20', '?rect=0,0,9,9', '?fm=webp']) {
        const answer = await fetch(`${lake.origin}/${document.path}${query}`)
        expect([fault, query, answer.status]).toEqual([fault, query, 200])
        await sharp(Buffer.from(await answer.arrayBuffer()), { failOn: 'error' }).stats()
      }
    }
    for (const [fault, bytes] of Object.entries(await brokenJpegs())) {
      const refused = await lake.client.assets.upload('image', bytes).catch((error) => error)
      expect([fault, refused.statusCode]).toEqual([fault, 400])
    }
  })

  it('is transparent if it has transparent pixels, not only an alpha channel', async () => {
    const picture = (alpha: number) =>
      sharp({
        create: { width: 30, height: 30, channels: 4, background: { r: 1, g: 2, b: 3, alpha } },
      })
    const clear = await lake.client.assets.upload('image', await picture(0.5).webp().toBuffer())
    const solid = await lake.client.assets.upload('image', await picture(1).png().toBuffer())
    expect(clear.metadata).toMatchObject({ hasAlpha: true, isOpaque: false })
    expect(solid.metadata).toMatchObject({ hasAlpha: true, isOpaque: true })
  })
})

describe('a file', () => {
  it('becomes a document with an extension from its name or type', async () => {
    const bytes = Buffer.from('a,b\n1,2\n')
    const named = await lake.client.assets.upload('file', bytes, {
      filename: 'table.CSV',
      contentType: 'text/csv',
    })
    expect(named).toMatchObject({
      _id: `file-${named.sha1hash}-csv`,
      _type: 'sanity.fileAsset',
      mimeType: 'text/csv',
      size: 8,
      path: `files/local/production/${named.sha1hash}.csv`,
    })
    const typed = await lake.client.assets.upload('file', bytes, { contentType: 'application/pdf' })
    expect(typed.extension).toBe('pdf')
    const neither = await lake.client.assets.upload('file', bytes, { filename: '../../etc/passwd' })
    expect(neither).toMatchObject({ extension: 'bin', originalFilename: 'passwd' })
  })
})

describe('rejected uploads', () => {
  it('without the token', async () => {
    expect(await post('files/production', [Buffer.from('x')], { authorization: 'Bearer no' })).toBe(
      401,
    )
    expect(leftovers()).toEqual([])
  })

  const bytes = (text: string, ...more: number[]) =>
    Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(2_000, 7), Buffer.from(more)])
  const svg = (attributes: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`)

  it.each([
    ['a page', /text/, Buffer.from('<html><body>no image</body></html>')],
    ['text in another script', /text/, Buffer.from('صورة من الحفل')],
    ['a PDF', /PDF/, Buffer.from('%PDF-1.4\n%%EOF')],
    ['HEIC', /HEIC/, bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['HEIC of another brand', /HEIC/, bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1heic')],
    ['broken AVIF', /AVIF/, bytes('\0\0\0\x18ftypavif\0\0\0\0mif1avif')],
    ['a Photoshop file', /Photoshop/, bytes('8BPS\0\x01')],
    ['a RAW photo', /RAW/, bytes('II*\0\x10\0\0\0CR\x02\0')],
    ['a RAW photo in TIFF', /RAW/, bytes('MM\0*\0\0\0\x08')],
    ['a video', /video/, bytes('\0\0\0\x14ftypqt  ')],
    ['a document', /Office/, bytes('PK\x03\x04')],
    ['broken PNG', /PNG/, bytes('\x89PNG\r\n\x1a\n')],
    ['unknown bytes', /not an image/, Buffer.alloc(50, 1)],
    ['SVG with a billion pixels', /50 megapixels/, svg('width="99999" height="99999"')],
    ['SVG without a size', /SVG/, svg('')],
  ])('%s', async (_, named, file) => {
    const upload = lake.client.assets.upload('image', file, { filename: 'a.png' })
    const { statusCode, message } = await errorOf(upload)
    expect(statusCode).toBe(400)
    expect(message).toMatch(named)
    expect(message).not.toMatch(/vips|seek|buffer|header/)
    expect(leftovers()).toEqual([])
  })

  it('a truncated image', async () => {
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#123',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer()
    const upload = lake.client.assets.upload('image', whole.subarray(0, whole.length / 2))
    await expect(upload).rejects.toThrow(/JPEG.*incomplete/)
  })

  it('a small file that decodes to more than 50 megapixels', async () => {
    const bomb = await sharp({
      create: { width: 7_001, height: 7_200, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(lake.client.assets.upload('image', bomb)).rejects.toThrow(/PNG.*megapixels/)
  })

  it('an empty body, a compressed body, and a body that is too large', async () => {
    expect(await post('files/production', [])).toBe(400)
    expect(await post('files/production', [Buffer.from('x')], { 'content-encoding': 'gzip' })).toBe(
      415,
    )
    const large = Buffer.alloc(2_000_001)
    expect(await post('files/production', [large], { 'content-length': large.length })).toBe(413)
    // Rejected before any byte of the body has arrived.
    expect(await post('files/production', [], { 'content-length': large.length })).toBe(413)
    expect(await post('files/production', [large.subarray(0, 1_500_000), large])).toBe(413)
    expect(leftovers()).toEqual([])
  })

  it('an upload that is aborted, which leaves no file', async () => {
    const before = lake.documents.size
    const part = Buffer.from('half a body')
    const broken = post('files/production', [part, 'break off'], { 'content-length': 100 })
    await expect(broken).rejects.toThrow()
    // This later upload goes through the same steps, so the aborted one has been handled.
    await lake.client.assets.upload('file', Buffer.from('later'))
    await until(() => leftovers().length === 0)
    expect(lake.documents.size).toBe(before + 1)
    expect(readdirSync(join(lake.folder, 'files')).some((name) => name.includes('half'))).toBe(
      false,
    )
  })
})

it('deletes incomplete uploads of an earlier process at startup', async () => {
  await using other = await startAssets()
  const { createAssets } = await import('./index.ts')
  const { writeFileSync } = await import('node:fs')
  const half = join(other.folder, 'incoming', 'half')
  writeFileSync(half, 'half')
  createAssets({
    directory: other.folder,
    projectId: 'a',
    dataset: 'b',
    documents: other.documents,
  })
  expect(existsSync(half)).toBe(false)
})
