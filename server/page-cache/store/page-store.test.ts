import { expect, it } from 'vitest'
import type { LastGoodPages } from './last-good-pages.ts'
import { pageOf } from './page.ts'
import { PageStore } from './page-store.ts'

const rendered = {
  status: 200,
  headers: [],
  body: Buffer.from('as it was'),
  tags: new Set<string>(),
}

it('takes pages from disk as stale: what they are made of may have changed meanwhile', async () => {
  const lastGood: Pick<LastGoodPages, 'read' | 'set'> = {
    read: async () => [{ key: '/', made: 1_000, rendered }],
    set: () => {},
  }
  const store = new PageStore(lastGood as LastGoodPages, () => ({ seconds: 600 }))
  await store.restore({})
  expect(store.get('/')).toMatchObject({ made: 1_000, stale: true })
  expect(store.staleKeys()).toEqual(['/'])
})

it('takes their smallest form from disk, too', async () => {
  const smallest = Buffer.from('smallest')
  const lastGood = { read: async () => [{ key: '/', made: 1_000, rendered, smallest }] }
  const store = new PageStore(lastGood as unknown as LastGoodPages, () => ({ seconds: 600 }))
  await store.restore({})
  expect(store.get('/')).toMatchObject({ smallest: true, stale: true })
  expect(store.get('/')?.variants.get('br')?.body).toBe(smallest)
})

it('keeps pages that parameters make within a bound of their own, in memory alone', () => {
  const onDisk: string[] = []
  const lastGood = { read: async () => [], set: (key: string) => onDisk.push(key) }
  const policy = { seconds: 600 }
  const store = new PageStore(lastGood as unknown as LastGoodPages, () => policy)
  const page = pageOf({ ...rendered, body: Buffer.alloc(40_000), tags: new Set(['a']) }, policy, {})
  store.keep('/kept', page)
  const { bytes } = store.size
  for (let sales = 1; sales <= 10_000; sales++) store.keep(`/sum?sales=${sales}`, page)
  expect(store.get('/kept')).toBe(page)
  expect(store.get('/sum?sales=10000')).toBe(page)
  expect(store.size.pages).toBeLessThan(100)
  expect(store.size.bytes - bytes).toBeLessThanOrEqual(2 * 1024 * 1024)
  expect(onDisk).toEqual(['/kept'])

  store.drop(new Set(['a']))
  expect(store.get('/sum?sales=10000')).toBeUndefined()
  expect(store.staleKeys()).toEqual(['/kept'])
})
