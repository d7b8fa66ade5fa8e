import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { createContent } from './content.ts'

let api: Server
afterEach(() => {
  api.close()
  api.closeAllConnections()
})

/**
 * Starts a content API that responds to each query with the number of queries so far. Each result depends on the tag
 * `s1:` with this number.
 */
async function contentApi() {
  let queries = 0
  let publish: (...tags: string[]) => void = () => {}
  api = createServer((request, response) => {
    if (request.url?.includes('/live/events')) {
      const send = (type: string, data: object) =>
        response.write(`event: ${type}\nid: e${queries}\ndata: ${JSON.stringify(data)}\n\n`)
      response.setHeader('Content-Type', 'text/event-stream')
      send('welcome', {})
      publish = (...tags) => send('message', { tags })
      return
    }
    queries++
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ result: queries, syncTags: [`s1:${queries}`], ms: 1 }))
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = api.address() as AddressInfo
  const apiHost = `http://127.0.0.1:${port}`
  const content = createContent({ projectId: 'halvi', dataset: 'production', apiHost })
  return { content, queryCount: () => queries, publish: (...tags: string[]) => publish(...tags) }
}

it('sends a query once for concurrent readers, and records the tags of each', async () => {
  const { content } = await contentApi()
  const [page, other] = [content.reader(), content.reader()]
  expect(await Promise.all([page.fetch('*[0]'), other.fetch('*[0]')])).toEqual([1, 1])
  expect([...page.tags, ...other.tags]).toEqual(['s1:1', 's1:1'])
  expect(await page.fetch('*[_id == $id]', { id: 'a' })).toBe(2)
  expect(await page.fetch('*[_id == $id]', { id: 'b' })).toBe(3)
  expect([...page.tags]).toEqual(['s1:1', 's1:2', 's1:3'])
  // Without live events, nothing is cached.
  expect(await content.reader().fetch('*[0]')).toBe(4)
})

it('caches an answer until a change affects it, while it receives live events', async () => {
  const { content, publish } = await contentApi()
  const updates = content.follow(pino({ level: 'silent' }))
  await until(() => expect(updates.connected).toBe(true))
  const read = () => content.reader().fetch('*[0]')
  expect([await read(), await read()]).toEqual([1, 1])
  publish('s1:2')
  publish('s1:1')
  await until(async () => expect(await read()).toBe(2))
  expect(await read()).toBe(2)
  publish('s1:none')
  publish('s1:2')
  await until(async () => expect(await read()).toBe(3))
  updates.close()
})

it.each([
  ['sent by GET', '*[_type == "lost"]'],
  ['sent by POST', `*[_type in ["lost", "${'x'.repeat(12_000)}"]]`],
])('retries a query %s after a lost connection', async (_name, query) => {
  const { content, queryCount } = await contentApi()
  const lost = new Set<string | undefined>()
  api.prependListener('request', ({ method, socket }) => {
    // Like a keep-alive connection that the server closes when the next request arrives.
    if (lost.size < 1 && lost.add(method)) socket.destroy()
  })
  expect(await content.reader().fetch(query)).toBe(queryCount())
  expect(lost.size).toBe(1)
})

it('does not send a rejected query again immediately', async () => {
  const { content, queryCount } = await contentApi()
  api.prependListener('request', (_request, response) => {
    response.statusCode = 400
  })
  for (const query of ['*[_type == "slow"]', '*[_type == "large"]', '*[_type == "slow"]']) {
    await expect(content.reader().fetch(query)).rejects.toMatchObject({ isUnavailable: false })
  }
  expect(queryCount()).toBe(2)
})

it('reports that content is unreachable when every attempt loses its connection', async () => {
  const { content, queryCount } = await contentApi()
  api.prependListener('request', ({ socket }) => void socket.destroy())
  const query = `*[_type == "${'x'.repeat(12_000)}"]`
  await expect(content.reader().fetch(query)).rejects.toMatchObject({
    name: 'ContentError',
    isUnavailable: true,
  })
  expect(queryCount()).toBe(3)
})
