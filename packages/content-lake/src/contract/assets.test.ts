import type { SanityClient } from '@sanity/client'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorOf } from '../testing/lake-fixture.ts'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
const uploaded: string[] = []

beforeAll(async () => {
  subject = await openSubject()
  client = subject.client()
})
afterAll(async () => {
  for (const id of uploaded) await client.delete(id)
  await subject.close()
})

/** Returns an image that no other run uses, so that deleting it affects no other run. */
function picture() {
  const [r, g, b] = [0, 0, 0].map(() => Math.floor(Math.random() * 256))
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width: 64, height: 48, channels: 3, background, noise } })
    .png()
    .toBuffer()
}

it('stores an image under its hash, and only once', async () => {
  const bytes = await picture()
  const first = await client.assets.upload('image', bytes, { filename: 'noise.png' })
  uploaded.push(first._id)
  expect(first._id).toMatch(/^image-[0-9a-f]{40}-64x48-png$/)
  expect(first).toMatchObject({
    _type: 'sanity.imageAsset',
    extension: 'png',
    mimeType: 'image/png',
    size: bytes.length,
    metadata: { dimensions: { width: 64, height: 48 } },
  })
  const second = await client.assets.upload('image', bytes, { filename: 'again.png' })
  expect(second._id).toBe(first._id)
  const served = await fetch(first.url)
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  const small = await fetch(`${first.url}?w=16&h=16&fit=crop&fm=png`)
  const { width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata()
  expect([width, height]).toEqual([16, 16])
})

it('stores a file unchanged', async () => {
  const text = `Written for one test only: ${subject.own('text')}`
  const file = await client.assets.upload('file', Buffer.from(text), { filename: 'note.txt' })
  uploaded.push(file._id)
  expect(file._id).toMatch(/^file-[0-9a-f]{40}-txt$/)
  expect(await (await fetch(file.url)).text()).toBe(text)
})

it('rejects a file that is not an image', async () => {
  const { statusCode } = await errorOf(
    client.assets.upload('image', Buffer.from('not a picture'), { filename: 'a.png' }),
  )
  expect(statusCode).toBe(400)
})
