import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { VisitCounter } from './visit-counter.ts'

const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const from = (url: string) => ({ method: 'GET', url, headers }) as IncomingMessage

it('counts an empty campaign as no campaign', () => {
  const counter = new VisitCounter()
  for (const url of ['/', '/?utm_campaign=', '/?xutm_campaign=a', '/?utm_campaign=spring']) {
    counter.count('/', from(url))
  }
  expect(counter.take().map(({ campaign, seen }) => [campaign, seen])).toEqual([
    ['', 3],
    ['spring', 1],
  ])
})
