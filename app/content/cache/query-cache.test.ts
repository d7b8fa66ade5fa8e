import { expect, it } from 'vitest'
import type { ContentChange } from '../content-updates.ts'
import { QueryCache } from './query-cache.ts'

/** A cache, of which each result that is asked for has the next number and depends on `s1:a`. */
function start({ connected = true, ttlMs = 60_000 } = {}) {
  const cache = new QueryCache(ttlMs)
  let publish: (change: ContentChange) => void = () => {}
  const updates = {
    connected,
    onChange(listener: typeof publish) {
      publish = listener
    },
  }
  let asked = 0
  cache.follow(updates)
  const ask = async () => ({ result: ++asked, tags: new Set(['s1:a']) })
  return {
    cache,
    updates,
    publish: (...tags: string[]) => publish(new Set(tags)),
    restart: () => publish('everything'),
    get: async (key = 'query') => (await cache.get(key, ask)).result,
  }
}

it('keeps an answer until something is published that it depends on', async () => {
  const { get, publish, restart } = start()
  expect([await get(), await get(), await get('another')]).toEqual([1, 1, 2])
  publish('s1:b')
  expect(await get()).toBe(1)
  publish('s1:a')
  expect([await get(), await get('another'), await get()]).toEqual([3, 4, 3])
  restart()
  expect(await get()).toBe(5)
})

it('asks once for all who ask at the same time', async () => {
  const { get } = start()
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
})

it('does not keep what was on its way while something was published', async () => {
  const { cache, publish, get } = start()
  let answer: (result: string) => void = () => {}
  const old = cache.get('query', async () => ({
    result: await new Promise((resolve) => {
      answer = resolve
    }),
    tags: new Set(['s1:a']),
  }))
  publish('s1:a')
  // Whoever asks after it is not given what may be older.
  expect(await get()).toBe(1)
  answer('old')
  expect((await old).result).toBe('old')
  expect(await get()).toBe(1)
})

it('keeps nothing while it is not heard what is published', async () => {
  const { get, updates } = start({ connected: false })
  expect([await get(), await get()]).toEqual([1, 2])
  updates.connected = true
  expect([await get(), await get()]).toEqual([3, 3])
  updates.connected = false
  expect(await get()).toBe(4)
})

it('keeps no failure', async () => {
  const { cache, get } = start()
  const failing = cache.get('query', () => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  expect(await get()).toBe(1)
})

it('keeps nothing for long: that nothing is heard may be the connection', async () => {
  const { get } = start({ ttlMs: 20 })
  expect(await get()).toBe(1)
  await expect.poll(get).toBe(2)
})
