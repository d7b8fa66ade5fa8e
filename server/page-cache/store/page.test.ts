import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { addQuickEncodings, copyEncodings, makeSmallest, pageOf } from './page.ts'

const text = Array.from({ length: 2_000 }, (_, n) => `<li>${(n * 7919) % 1_000}</li>`).join('')
const body = Buffer.from(text)
const newPage = () =>
  pageOf({ status: 200, headers: [], body, tags: new Set<string>() }, { seconds: 600 }, {})

it('adds both encodings quickly and changes the ETag with the smallest variant', async () => {
  const page = newPage()
  await addQuickEncodings(page)
  const [quick, gzip] = [page.variants.get('br'), page.variants.get('gzip')]
  expect(String(brotliDecompressSync(quick?.body ?? ''))).toBe(text)
  await makeSmallest(page)
  const smallest = page.variants.get('br')
  expect(smallest?.body.length).toBeLessThan(quick?.body.length ?? 0)
  expect(new Set([quick, smallest, gzip].map((variant) => variant?.etag)).size).toBe(3)
})

it('copies the encodings of a page with the same body and compresses only the missing ones', async () => {
  const former = newPage()
  await makeSmallest(former)
  const page = newPage()
  copyEncodings(page, former)
  await addQuickEncodings(page)
  expect(page.smallest).toBe(true)
  expect(page.variants.get('br')?.body).toBe(former.variants.get('br')?.body)
  expect(page.variants.has('gzip')).toBe(true)
})
