import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createContent } from './content.ts'

let api: Server
afterEach(() => {
  api.close()
  api.closeAllConnections()
})

/** Starts a content API that responds to each query with the number of queries so far. */
async function contentApi() {
  let queries = 0
  api = createServer((_request, response) => {
    queries++
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ result: queries, syncTags: [`s1:${queries}`], ms: 1 }))
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = api.address() as AddressInfo
  const apiHost = `http://127.0.0.1:${port}`
  const content = createContent({ projectId: 'halvi', dataset: 'production', apiHost })
  return { content, queryCount: () => queries }
}

it('runs the same query only once per page, and again for the next page', async () => {
  const { content, queryCount } = await contentApi()
  const page = content.reader()
  const [first, again] = await Promise.all([page.fetch('*[0]'), page.fetch('*[0]')])
  expect([first, again, await page.fetch('*[0]')]).toEqual([1, 1, 1])
  expect([...page.tags]).toEqual(['s1:1'])
  expect(await page.fetch('*[_id == $id]', { id: 'a' })).toBe(2)
  expect(await page.fetch('*[_id == $id]', { id: 'b' })).toBe(3)
  expect(await content.reader().fetch('*[0]')).toBe(4)
  expect(queryCount()).toBe(4)
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
