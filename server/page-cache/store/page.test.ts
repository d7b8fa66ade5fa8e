import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { addBrotli, addGzip, pageOf } from './page.ts'

const text = Array.from({ length: 2_000 }, (_, n) => `<li>${(n * 7919) % 1_000}</li>`).join('')
const body = Buffer.from(text)
const newPage = () =>
  pageOf({ status: 200, headers: [], body, tags: new Set<string>() }, { seconds: 600 }, {})

it('adds encodings with different ETags', async () => {
  const page = newPage()
  await addGzip(page)
  await addBrotli(page)
  const { variants } = page
  expect(String(brotliDecompressSync(variants.get('br')?.body ?? ''))).toBe(text)
  expect(String(gunzipSync(variants.get('gzip')?.body ?? ''))).toBe(text)
  expect(new Set([...variants.values()].map(({ etag }) => etag)).size).toBe(3)
})
