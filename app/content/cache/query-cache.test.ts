import { expect, it } from 'vitest'
import type { ContentChange } from '../content-updates.ts'
import { QueryCache } from './query-cache.ts'

/** Returns a cache whose queries return 1, 2, 3 … and depend on the tag `s1:a`. */
function start({ connected = true, ttlMs = 60_000 } = {}) {
  const cache = new QueryCache(ttlMs)
  let publish: (change: ContentChange) => void = () => {}
  const updates = {
    connected,
    onChange(listener: typeof publish) {
      publish = listener
    },
  }
  let queries = 0
  cache.follow(updates)
  const runQuery = async () => ({ result: ++queries, tags: new Set(['s1:a']) })
  return {
    cache,
    updates,
    publish: (...tags: string[]) => publish(new Set(tags)),
    restart: () => publish('everything'),
    get: async (key = 'query') => (await cache.get(key, runQuery)).result,
  }
}

it('caches a result until a change affects it', async () => {
  const { get, publish, restart } = start()
  expect([await get(), await get(), await get('another')]).toEqual([1, 1, 2])
  publish('s1:b')
  expect(await get()).toBe(1)
  publish('s1:a')
  expect([await get(), await get('another'), await get()]).toEqual([3, 4, 3])
  restart()
  expect(await get()).toBe(5)
})

it('runs one query for concurrent requests', async () => {
  const { get } = start()
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
})

it('does not cache a result if a change affected it while the query was running', async () => {
  const { cache, publish, get } = start()
  let resolveQuery: (result: string) => void = () => {}
  const old = cache.get('query', async () => ({
    result: await new Promise((resolve) => {
      resolveQuery = resolve
    }),
    tags: new Set(['s1:a']),
  }))
  publish('s1:a')
  // A request after the change does not get the result of the older query.
  expect(await get()).toBe(1)
  resolveQuery('old')
  expect((await old).result).toBe('old')
  expect(await get()).toBe(1)
})

it('caches nothing while live events are not received', async () => {
  const { get, updates } = start({ connected: false })
  expect([await get(), await get()]).toEqual([1, 2])
  updates.connected = true
  expect([await get(), await get()]).toEqual([3, 3])
  updates.connected = false
  expect(await get()).toBe(4)
})

it('does not cache errors', async () => {
  const { cache, get } = start()
  const failing = cache.get('query', () => Promise.reject(new Error('unreachable')))
  await expect(failing).rejects.toThrow('unreachable')
  expect(await get()).toBe(1)
})

it('evicts a result after its time to live', async () => {
  const { get } = start({ ttlMs: 20 })
  expect(await get()).toBe(1)
  await expect.poll(get).toBe(2)
})
