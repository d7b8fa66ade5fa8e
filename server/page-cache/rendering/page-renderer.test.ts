import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { LastGoodPages } from '../store/last-good-pages.ts'
import { addBrotli } from '../store/page.ts'
import { PageStore } from '../store/page-store.ts'
import { PageRenderer } from './page-renderer.ts'

it('a page with the same body keeps its compressed variants', async () => {
  const policyOf = () => ({ seconds: 600 })
  const lastGood = { read: async () => [], set: () => {} } as unknown as LastGoodPages
  let body = 'words'
  const renderer = new PageRenderer({
    render: async () => ({
      status: 200,
      headers: [],
      body: Buffer.from(body),
      tags: new Set<string>(),
    }),
    policyOf,
    headers: {},
    store: new PageStore(lastGood, policyOf),
    log: pino({ level: 'silent' }),
  })
  const first = (await renderer.render('/')).page
  if (first) await addBrotli(first)
  const same = (await renderer.render('/')).page?.variants
  expect(same?.get('br')?.body).toBe(first?.variants.get('br')?.body)
  body = 'other words'
  expect([...((await renderer.render('/')).page?.variants.keys() ?? [])]).toEqual([
    'identity',
    'gzip',
  ])
})
