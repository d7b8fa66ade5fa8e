import { expect, it } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { anyTag, isAffected } from './content-updates.ts'
import { contentApi } from './testing/content-api.ts'

it('sends a query once for concurrent readers, and records the tags of each', async () => {
  const { content } = await contentApi()
  const [page, other] = [content.reader(), content.reader()]
  expect(await Promise.all([page.fetch('*[0]'), other.fetch('*[0]')])).toEqual([1, 1])
  expect([...page.tags, ...other.tags]).toEqual([anyTag, anyTag])
  expect(await page.fetch('*[_id == $id]', { id: 'a' })).toBe(2)
  expect(await page.fetch('*[_id == $id]', { id: 'b' })).toBe(3)
  // Without live events, nothing is cached, and every change affects a page.
  expect(await content.reader().fetch('*[0]')).toBe(4)
})

it('asks again after a change, and reports only other results', async () => {
  const { content, publish, respondWith, follow } = await contentApi()
  const { updates, changes } = await follow()
  respondWith('one')
  const [first, second] = [content.reader(), content.reader()]
  expect(await first.fetch('*[0]')).toBe('one')
  expect(await second.fetch('*[0]')).toBe('one')
  expect(second.tags).toEqual(first.tags)
  // The same result, after one event that affects it and one that does not.
  publish('s1:a')
  publish('s1:none')
  await until(() => expect(changes).toEqual([new Set()]))
  respondWith('two')
  publish('s1:a')
  await until(() => expect(changes.slice(1)).toEqual([first.tags, new Set()]))
  const third = content.reader()
  expect(await third.fetch('*[0]')).toBe('two')
  expect(third.tags).not.toEqual(first.tags)
  updates.close()
})

it('reports a fact only if it is another one', async () => {
  const { content, publish, respondWith, follow } = await contentApi()
  const { updates, changes } = await follow()
  const branch = { _type: 'reference', _ref: 'one' }
  const text = [{ _type: 'block', children: [{ _type: 'commissionRange', _key: 'a', branch }] }]
  const facts = (high: number, other: number) => ({
    branches: [
      { _id: 'one', low: 5, high },
      { _id: 'two', low: 5, high: other },
    ],
    programs: [],
    timeZone: 'UTC',
  })
  respondWith((query: string) => (query.includes('"branches"') ? facts(10, 20) : { text }))
  const page = content.reader()
  expect(await page.fetch('*[0]')).toMatchObject({ text: [{ children: [{ text: '5-10%' }] }] })
  respondWith((query: string) => (query.includes('"branches"') ? facts(10, 30) : { text }))
  publish('s1:a')
  await until(() => expect(changes).toHaveLength(2))
  for (const change of changes) expect(isAffected(page.tags, change as Set<string>)).toBe(false)
  const late = content.reader()
  await late.fact('timeZone')
  respondWith((query: string) => (query.includes('"branches"') ? facts(15, 30) : { text }))
  publish('s1:a')
  await until(() => expect(changes).toHaveLength(4))
  expect(isAffected(page.tags, changes[2] as Set<string>)).toBe(true)
  // A page that is still being rendered with the facts from before is not stored.
  await late.fact('branches')
  expect(isAffected(late.tags, changes[2] as Set<string>)).toBe(true)
  expect(await content.reader().fetch('*[0]')).toMatchObject({
    text: [{ children: [{ text: '5-15%' }] }],
  })
  updates.close()
})

it('reports results that can no longer be read', async () => {
  const { content, publish, respondWith, follow } = await contentApi()
  const { updates, changes } = await follow()
  respondWith('one')
  const page = content.reader()
  await page.fetch('*[0]')
  respondWith(undefined)
  publish('s1:a')
  await until(() => expect(changes).toEqual([page.tags, new Set()]))
  updates.close()
})

it.each([
  ['sent by GET', '*[_type == "lost"]'],
  ['sent by POST', `*[_type in ["lost", "${'x'.repeat(12_000)}"]]`],
])('retries a query %s after a lost connection', async (_name, query) => {
  const { api, content, queryCount } = await contentApi()
  const lost = new Set<string | undefined>()
  api.prependListener('request', ({ method, socket }) => {
    // Like a keep-alive connection that the server closes when the next request arrives.
    if (lost.size < 1 && lost.add(method)) socket.destroy()
  })
  expect(await content.reader().fetch(query)).toBe(queryCount())
  expect(lost.size).toBe(1)
})

it('does not send a rejected query again immediately', async () => {
  const { api, content, queryCount } = await contentApi()
  api.prependListener('request', (_request, response) => {
    response.statusCode = 400
  })
  for (const query of ['*[_type == "slow"]', '*[_type == "large"]', '*[_type == "slow"]']) {
    await expect(content.reader().fetch(query)).rejects.toMatchObject({ isUnavailable: false })
  }
  expect(queryCount()).toBe(2)
})

it('reports that content is unreachable when every attempt loses its connection', async () => {
  const { api, content, queryCount } = await contentApi()
  api.prependListener('request', ({ socket }) => void socket.destroy())
  const query = `*[_type == "${'x'.repeat(12_000)}"]`
  await expect(content.reader().fetch(query)).rejects.toMatchObject({
    name: 'ContentError',
    isUnavailable: true,
  })
  expect(queryCount()).toBe(3)
})
