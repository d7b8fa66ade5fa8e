import { expect, it } from 'vitest'
import type { LastGoodPages } from './last-good-pages.ts'
import { pageOf } from './page.ts'
import { PageStore, pagesWithin } from './page-store.ts'

const rendered = {
  status: 200,
  headers: [],
  body: Buffer.from('as it was'),
  tags: new Set<string>(),
}

it('restores pages from disk as stale because their content may have changed', async () => {
  const lastGood: Pick<LastGoodPages, 'read' | 'set'> = {
    read: async () => [{ key: '/', made: 1_000, rendered }],
    set: () => {},
  }
  const store = new PageStore(lastGood as LastGoodPages, () => ({ seconds: 600 }))
  await store.restore({})
  expect(store.get('/')).toMatchObject({ renderedAt: 1_000, stale: true })
  expect(store.staleKeys()).toEqual(['/'])
})

it('restores brotli from disk', async () => {
  const brotli = Buffer.from('compressed')
  const lastGood = { read: async () => [{ key: '/', made: 1_000, rendered, brotli }] }
  const store = new PageStore(lastGood as unknown as LastGoodPages, () => ({ seconds: 600 }))
  await store.restore({})
  expect(store.get('/')?.variants.get('br')?.body).toBe(brotli)
})

it('limits the size of pages with query parameters and keeps them only in memory', () => {
  const onDisk: string[] = []
  const lastGood = { read: async () => [], set: (key: string) => onDisk.push(key) }
  const policy = { seconds: 600 }
  const store = new PageStore(lastGood as unknown as LastGoodPages, () => policy)
  const page = pageOf({ ...rendered, body: Buffer.alloc(40_000), tags: new Set(['a']) }, policy, {})
  store.set('/kept', page)
  const { bytes } = store.size
  for (let sales = 1; sales <= 10_000; sales++) store.set(`/sum?sales=${sales}`, page)
  expect(store.get('/kept')).toBe(page)
  expect(store.get('/sum?sales=10000')).toBe(page)
  expect(store.size.pages).toBeLessThan(100)
  expect(store.size.bytes - bytes).toBeLessThanOrEqual(2 * 1024 * 1024)
  expect(onDisk).toEqual(['/kept'])

  store.invalidate(new Set(['a']))
  expect(store.get('/sum?sales=10000')).toBeUndefined()
  expect(store.staleKeys()).toEqual(['/kept'])
})

const pageOfBytes = (bytes: number) =>
  pageOf(
    { status: 200, headers: [], body: Buffer.alloc(bytes), tags: new Set() },
    { seconds: 10 },
    {},
  )

it('keeps requested pages and evicts unused ones', () => {
  const gone: string[] = []
  const pages = pagesWithin(100_000, (key) => gone.push(key))
  pages.set('/hot', pageOfBytes(10_000))
  for (let number = 0; number < 100; number++) {
    expect(pages.get('/hot')).toBeDefined()
    pages.set(`/cold/${number}`, pageOfBytes(10_000))
    expect(pages.calculatedSize).toBeLessThanOrEqual(100_000)
  }
  expect(gone).not.toContain('/hot')
  expect(gone).toContain('/cold/0')
  expect(pages.get('/cold/99')).toBeDefined()
  expect(gone.length + pages.size).toBe(101)
})
