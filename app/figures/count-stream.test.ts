import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { streamCounts } from './count-stream.ts'
import type { Counts } from './figures.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A stream over counts that a test changes. */
function start() {
  const state = { total: 1, listeners: new Set<() => void>(), errors: [] as unknown[] }
  const leaves = new AbortController()
  const stops = new AbortController()
  const read = vi.fn(
    async (): Promise<Counts> => ({
      total: state.total,
      today: 0,
      waitlist: 0,
      onboarding: 0,
      affiliate: 0,
    }),
  )
  const response = streamCounts({
    read,
    onChange(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    until: [leaves.signal, stops.signal],
    onError: (error) => state.errors.push(error),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => {
    const { value, done } = (await reader?.read()) ?? {}
    return done ? 'end' : JSON.parse(/^data: (.*)\n\n$/.exec(value ?? '')?.[1] ?? '').total
  }
  const change = (total: number) => {
    state.total = total
    for (const listener of state.listeners) listener()
  }
  return { state, response, read, next, change, leaves, stops, reader }
}

it('tells the counts at once, and again soon after changes, however many', async () => {
  const { response, read, next, change, leaves } = start()
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(await next()).toBe(1)
  for (let total = 2; total <= 50; total += 1) change(total)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await next()).toBe(50)
  expect(read).toHaveBeenCalledTimes(2)
  leaves.abort()
})

it('looks by itself every 30 seconds: another process may have stored something', async () => {
  const { state, next, leaves } = start()
  await next()
  state.total = 7
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await next()).toBe(7)
  leaves.abort()
})

it.each(['leaves', 'stops'] as const)('ends and leaves nothing behind when one %s', async (who) => {
  const stream = start()
  await stream.next()
  stream[who].abort()
  expect(await stream.next()).toBe('end')
  expect(stream.state.listeners.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

it('ends when the reader goes', async () => {
  const { state, next, reader } = start()
  await next()
  await reader?.cancel()
  await vi.waitFor(() => expect(state.listeners.size).toBe(0))
  expect(vi.getTimerCount()).toBe(0)
})

it('ends after ten minutes, and when counting fails', async () => {
  const long = start()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(long.state.listeners.size).toBe(0)

  const failing = start()
  await failing.next()
  failing.read.mockRejectedValueOnce(new Error('locked'))
  failing.change(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await failing.next()).toBe('end')
  expect(failing.state.errors).toHaveLength(1)
})

it('takes no more than it can bear, and takes one again when one has gone', () => {
  const open = Array.from({ length: 500 }, start)
  expect(open.every(({ response }) => response.status === 200)).toBe(true)
  const refused = start()
  expect(refused.response.status).toBe(503)
  expect(refused.response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused.state.listeners.size).toBe(0)
  open[0]?.leaves.abort()
  const taken = start()
  expect(taken.response.status).toBe(200)
  for (const { leaves } of [...open, taken]) leaves.abort()
})
