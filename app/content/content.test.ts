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

/** A content API that answers every query with its number. */
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
  return { content, asked: () => queries }
}

it('one page asks the same only once, the next one asks anew', async () => {
  const { content, asked } = await contentApi()
  const page = content.reader()
  const [first, again] = await Promise.all([page.fetch('*[0]'), page.fetch('*[0]')])
  expect([first, again, await page.fetch('*[0]')]).toEqual([1, 1, 1])
  expect([...page.tags]).toEqual(['s1:1'])
  expect(await page.fetch('*[_id == $id]', { id: 'a' })).toBe(2)
  expect(await page.fetch('*[_id == $id]', { id: 'b' })).toBe(3)
  expect(await content.reader().fetch('*[0]')).toBe(4)
  expect(asked()).toBe(4)
})

it.each([
  ['short enough for GET', '*[_type == "lost"]'],
  ['sent by POST', `*[_type in ["lost", "${'x'.repeat(12_000)}"]]`],
])('asks again when the connection is lost, a query %s', async (_name, query) => {
  const { content, asked } = await contentApi()
  const lost = new Set<string | undefined>()
  api.prependListener('request', ({ method, socket }) => {
    // As one that was kept, and is closed at that moment.
    if (lost.size < 1 && lost.add(method)) socket.destroy()
  })
  expect(await content.reader().fetch(query)).toBe(asked())
  expect(lost.size).toBe(1)
})

it('says that content is away when the connection is lost each time', async () => {
  const { content, asked } = await contentApi()
  api.prependListener('request', ({ socket }) => void socket.destroy())
  const query = `*[_type == "${'x'.repeat(12_000)}"]`
  await expect(content.reader().fetch(query)).rejects.toMatchObject({
    name: 'ContentError',
    isAway: true,
  })
  expect(asked()).toBe(3)
})
