import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveCounts } from './live-counts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { streams: 20, streamsPerNetwork: 5, unsentBytes: 4_096 }

/** Counts over a store that a test changes. */
function start(more: Partial<typeof limits> = {}) {
  const store = { total: 1 }
  const count = vi.fn(async () => ({
    waitlist: { total: store.total, since: 0, first: '2025-04-12T00:00:00Z' },
  }))
  const listeners = new Set<(form: string) => void>()
  const onRefused = vi.fn()
  const lines: string[] = []
  const stops = new AbortController()
  const counts = new LiveCounts({
    leads: {
      count,
      onStored(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    limits: { ...limits, ...more },
    shutdownSignal: stops.signal,
    onRefused,
    log: pino({}, { write: (line: string) => lines.push(line) }),
  })
  const change = () => {
    store.total += 1
    for (const listener of listeners) listener('waitlist')
  }
  const listen = (network = 'a', connection?: { writableLength: number; destroy: () => void }) => {
    const leaves = new AbortController()
    const listener = { network, timeZone: 'UTC', leaving: leaves.signal, connection }
    const response = counts.stream(listener)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => {
      const { value, done } = (await reader?.read()) ?? {}
      return done ? 'end' : JSON.parse(/^data: (.*)\n\n$/.exec(value ?? '')?.[1] ?? '').total
    }
    return { response, reader, next, leaves, stops }
  }
  return { store, count, counts, change, listen, onRefused, lines }
}

describe('a stream', () => {
  it('tells the counts at once, and again soon after changes, however many', async () => {
    const { listen, change } = start()
    const { response, next, leaves } = listen()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await next()).toBe(1)
    for (let total = 2; total <= 50; total += 1) change()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await next()).toBe(50)
    leaves.abort()
  })

  it('looks by itself every 30 seconds: another process may have stored something', async () => {
    const { listen, store } = start()
    const { next, leaves } = listen()
    await next()
    store.total = 7
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await next()).toBe(7)
    leaves.abort()
  })

  it.each(['leaves', 'stops'] as const)('ends when one %s, and leaves nothing', async (who) => {
    const stream = start().listen()
    await stream.next()
    stream[who].abort()
    expect(await stream.next()).toBe('end')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when the reader goes', async () => {
    const { next, reader } = start().listen()
    await next()
    await reader?.cancel()
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  })

  it('ends after ten minutes', async () => {
    const { next } = start().listen()
    await next()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('goes on where counting fails once', async () => {
    const { listen, count, store, lines } = start()
    const { next, leaves } = listen()
    await next()
    count.mockRejectedValueOnce(new Error('locked'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(lines.filter((line) => line.includes('locked'))).toHaveLength(1)
    store.total = 3
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await next()).toBe(3)
    leaves.abort()
  })

  it('is cut off when its visitor takes nothing', async () => {
    const { listen, change } = start()
    const connection = { writableLength: 0, destroy: vi.fn() }
    const stalled = listen('a', connection)
    const other = listen('b')
    expect([await stalled.next(), await other.next()]).toEqual([1, 1])
    connection.writableLength = 4_097
    change()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(connection.destroy).toHaveBeenCalledTimes(1)
    expect([await stalled.next(), await other.next()]).toEqual(['end', 2])
    other.leaves.abort()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('many streams', () => {
  it('are told by one count, and of leads of this process by none', async () => {
    const { listen, change, count } = start({ streams: 200, streamsPerNetwork: 200 })
    const all = Array.from({ length: 200 }, () => listen())
    expect(new Set(await Promise.all(all.map(({ next }) => next())))).toEqual(new Set([1]))
    expect(count).toHaveBeenCalledTimes(1)
    for (let leads = 0; leads < 20; leads++) {
      change()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(await all[199]?.next()).toBeGreaterThan(1)
    expect(count).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(count).toHaveBeenCalledTimes(2)
    for (const { leaves } of all) leaves.abort()
  })

  it('are refused by network and in all, and taken again when one has gone', () => {
    const { listen, onRefused } = start()
    const networks = ['a', 'b', 'c', 'd']
    const open = networks.flatMap((network) => Array.from({ length: 5 }, () => listen(network)))
    expect(open.every(({ response }) => response.status === 200)).toBe(true)
    const refused = listen('e').response
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    open[0]?.leaves.abort()
    expect(listen('b').response.status).toBe(503)
    expect(onRefused).toHaveBeenCalledTimes(2)
    const taken = listen('a')
    expect(taken.response.status).toBe(200)
    for (const { leaves } of [...open, taken]) leaves.abort()
    expect(vi.getTimerCount()).toBe(0)
  })
})
