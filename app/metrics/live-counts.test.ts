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

/** Returns live counts over a store that tests change. */
function start(more: Partial<typeof limits> = {}) {
  const store = { total: 1 }
  const count = vi.fn(async () => ({
    waitlist: { total: store.total, since: 0, first: '2025-04-12T00:00:00Z' },
  }))
  const listeners = new Set<(form: string) => void>()
  const onRefused = vi.fn()
  const lines: string[] = []
  const shutdown = new AbortController()
  const counts = new LiveCounts({
    leads: {
      count,
      onStored(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    limits: { ...limits, ...more },
    shutdownSignal: shutdown.signal,
    onRejected: onRefused,
    log: pino({}, { write: (line: string) => lines.push(line) }),
  })
  const change = () => {
    store.total += 1
    for (const listener of listeners) listener('waitlist')
  }
  const listen = (network = 'a', connection?: { writableLength: number; destroy: () => void }) => {
    const disconnect = new AbortController()
    const listener = { network, timeZone: 'UTC', disconnectSignal: disconnect.signal, connection }
    const response = counts.stream(listener)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => {
      const { value, done } = (await reader?.read()) ?? {}
      return done ? 'end' : JSON.parse(/^data: (.*)\n\n$/.exec(value ?? '')?.[1] ?? '').total
    }
    return { response, reader, next, disconnect, shutdown }
  }
  return { store, count, counts, change, listen, onRefused, lines }
}

describe('a stream', () => {
  it('sends the counts immediately, and one message after a burst of changes', async () => {
    const { listen, change } = start()
    const { response, next, disconnect } = listen()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await next()).toBe(1)
    for (let total = 2; total <= 50; total += 1) change()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await next()).toBe(50)
    disconnect.abort()
  })

  it('counts again every 30 seconds, for leads that other processes store', async () => {
    const { listen, store } = start()
    const { next, disconnect } = listen()
    await next()
    store.total = 7
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await next()).toBe(7)
    disconnect.abort()
  })

  it.each(['disconnect', 'shutdown'] as const)(
    'closes and clears its timers on %s',
    async (cause) => {
      const stream = start().listen()
      await stream.next()
      stream[cause].abort()
      expect(await stream.next()).toBe('end')
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('closes when the reader cancels', async () => {
    const { next, reader } = start().listen()
    await next()
    await reader?.cancel()
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  })

  it('closes after ten minutes', async () => {
    const { next } = start().listen()
    await next()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('logs a failed count and continues with the next one', async () => {
    const { listen, count, store, lines } = start()
    const { next, disconnect } = listen()
    await next()
    count.mockRejectedValueOnce(new Error('locked'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(lines.filter((line) => line.includes('locked'))).toHaveLength(1)
    store.total = 3
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await next()).toBe(3)
    disconnect.abort()
  })

  it('destroys the connection of a client that does not read', async () => {
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
    other.disconnect.abort()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('many streams', () => {
  it('share one count, and need none for leads of this process', async () => {
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
    for (const { disconnect } of all) disconnect.abort()
  })

  it('are rejected with 503 beyond the limits per network and per process', () => {
    const { listen, onRefused } = start()
    const networks = ['a', 'b', 'c', 'd']
    const open = networks.flatMap((network) => Array.from({ length: 5 }, () => listen(network)))
    expect(open.every(({ response }) => response.status === 200)).toBe(true)
    const rejected = listen('e').response
    expect(rejected.status).toBe(503)
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/)
    open[0]?.disconnect.abort()
    expect(listen('b').response.status).toBe(503)
    expect(onRefused).toHaveBeenCalledTimes(2)
    const accepted = listen('a')
    expect(accepted.response.status).toBe(200)
    for (const { disconnect } of [...open, accepted]) disconnect.abort()
    expect(vi.getTimerCount()).toBe(0)
  })
})
