import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SharedCounts } from './shared-counts.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2025-05-10T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The time of the first application. An earlier contact message does not count. */
const first = '2025-05-01T08:00:00Z'

/** Returns shared counts over a store that tests change. Counting takes `takesMs`. */
function start(takesMs = 10) {
  const store = { waitlist: 5, takesMs, error: undefined as unknown }
  const count = vi.fn(async (_since: Date) => {
    await new Promise((resolve) => setTimeout(resolve, store.takesMs))
    if (store.error) throw store.error
    return {
      waitlist: { total: store.waitlist, since: 2, first: '2025-05-02T08:00:00Z' },
      'affiliate-regular': { total: 1, since: 0, first },
      contact: { total: 9, since: 9, first: '2025-04-30T08:00:00Z' },
    }
  })
  let stored = (_form: string) => {}
  const shared = new SharedCounts({
    count,
    onStored(listener) {
      stored = listener
      return () => true
    },
  })
  const read = async (timeZone?: string) => {
    const counts = shared.read(timeZone)
    counts.catch(() => {})
    await vi.advanceTimersByTimeAsync(store.takesMs)
    return counts
  }
  return { store, count, shared, read, stored: (form: string) => stored(form) }
}

it('counts applications once for concurrent requests', async () => {
  const { count, read, shared } = start()
  const all = Promise.all(Array.from({ length: 100 }, () => shared.read('UTC')))
  expect(await read()).toEqual({
    total: 6,
    today: 2,
    waitlist: 5,
    onboarding: 0,
    affiliate: 1,
    first,
  })
  expect(new Set(await all).size).toBe(1)
  expect(count).toHaveBeenCalledTimes(1)
})

it.each([
  [10, 1_000],
  [200, 4_000],
])('caches a count that took %i ms for %i ms', async (takesMs, ttlMs) => {
  const { count, read } = start(takesMs)
  await read()
  await vi.advanceTimersByTimeAsync(ttlMs - takesMs - 1)
  await read()
  expect(count).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(takesMs)
  await read()
  expect(count).toHaveBeenCalledTimes(2)
})

it('adds leads that this process stores without counting again', async () => {
  const { count, read, stored, shared } = start()
  await read()
  for (const form of ['waitlist', 'affiliate-creator', 'contact']) stored(form)
  const counts = { total: 8, today: 4, waitlist: 6, onboarding: 0, affiliate: 2, first }
  expect(await shared.latest(undefined)).toEqual(counts)
  expect(await read()).toEqual(counts)
  expect(count).toHaveBeenCalledTimes(1)
})

it('uses the time of the first stored lead if none was counted before', async () => {
  const { read, stored, count } = start()
  count.mockResolvedValueOnce({} as never)
  expect(await read()).not.toHaveProperty('first')
  stored('waitlist')
  const now = new Date().toISOString()
  expect(await read()).toMatchObject({ total: 1, first: now })
})

it('counts again if a lead was stored during the count', async () => {
  const { count, store, stored, shared } = start()
  const counting = shared.read(undefined)
  store.waitlist = 6
  stored('waitlist')
  await vi.advanceTimersByTimeAsync(1_010)
  expect((await counting).waitlist).toBe(6)
  const again = shared.latest(undefined)
  await vi.advanceTimersByTimeAsync(10)
  expect((await again).waitlist).toBe(6)
  expect(count).toHaveBeenCalledTimes(2)
})

it('rejects with the cached error of a failed count, and counts again later', async () => {
  const { count, read, store } = start()
  store.error = new Error('locked')
  for (let reads = 0; reads < 3; reads++) await expect(read()).rejects.toThrow('locked')
  expect(count).toHaveBeenCalledTimes(1)
  store.error = undefined
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await read()).waitlist).toBe(5)
})

it('counts from the start of the day in each time zone', async () => {
  const { count, read } = start()
  await read('America/Chicago')
  await read('America/Chicago')
  await read('Middle/Earth')
  expect(count.mock.calls.map(([since]) => since.toISOString())).toEqual([
    '2025-05-10T05:00:00.000Z',
    '2025-05-10T00:00:00.000Z',
  ])
})
