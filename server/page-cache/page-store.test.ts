import { expect, it } from 'vitest'
import type { LastGoodPages } from './last-good-pages.ts'
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
  expect(store.dropped()).toEqual(['/'])
})
