import type { LiveEvent, SanityClient } from '@sanity/client'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followContent } from './content-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a client and its live event streams. Tests send events with `next`. */
function fakeClient() {
  type Headers = Record<string, string>
  const streams: { next(event: LiveEvent): void; isOpen: boolean; headers: Headers }[] = []
  const events = (headers: Headers) => ({
    subscribe: ({ next }: { next(event: LiveEvent): void }) => {
      const stream = { next, isOpen: true, headers }
      streams.push(stream)
      return {
        unsubscribe: () => {
          stream.isOpen = false
        },
      }
    },
  })
  const client = {
    config: () => ({ headers: { Authorization: 'Bearer token' } }),
    withConfig: ({ headers }: { headers: Headers }) => ({
      live: { events: () => events(headers) },
    }),
  }
  return { client: client as unknown as SanityClient, streams }
}

/** The client's type of the event lacks the id. */
const welcomeWith = (id?: string) => ({ type: 'welcome', id }) as LiveEvent
const welcome = welcomeWith('1:a')

it('subscribes again when no welcome event follows a reconnect', async () => {
  const { client, streams } = fakeClient()
  const updates = followContent(client, pino({ level: 'silent' }))
  streams[0]?.next(welcome)
  expect(updates.connected).toBe(true)
  streams[0]?.next({ type: 'reconnect' })
  expect(updates.connected).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, true])
  streams[1]?.next(welcome)
  expect(updates.connected).toBe(true)
  updates.close()
})

it('keeps the subscription when a welcome event follows a reconnect', async () => {
  const { client, streams } = fakeClient()
  const updates = followContent(client, pino({ level: 'silent' }))
  for (const event of [welcome, { type: 'reconnect' } as const, welcome]) streams[0]?.next(event)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toMatchObject([{ isOpen: true }])
  expect(updates.connected).toBe(true)
  updates.close()
  expect(streams).toMatchObject([{ isOpen: false }])
})

it('reports everything after a welcome event, except with the id of the last event', async () => {
  const { client, streams } = fakeClient()
  const updates = followContent(client, pino({ level: 'silent' }))
  const changes: unknown[] = []
  updates.onChange((change) => changes.push(change))
  const reported = (...events: LiveEvent[]) => {
    for (const event of events) streams[0]?.next(event)
    return changes.splice(0)
  }
  const reconnect: LiveEvent = { type: 'reconnect' }
  expect(reported(welcome)).toEqual(['everything'])
  expect(reported(reconnect, welcome)).toEqual([new Set()])
  const missed: LiveEvent = { type: 'message', id: '2:b', tags: ['s1:a'] }
  expect(reported(reconnect, welcome, missed)).toEqual([new Set(), new Set(['s1:a'])])
  expect(reported(reconnect, welcome)).toEqual(['everything'])
  const restart: LiveEvent = { type: 'restart', id: '3:c' }
  expect(reported(reconnect, welcome, restart)).toEqual([new Set(), 'everything'])
  updates.close()
})

it.each([undefined, ''])('reports everything after each welcome event with the id %s', (id) => {
  const { client, streams } = fakeClient()
  const updates = followContent(client, pino({ level: 'silent' }))
  const changes: unknown[] = []
  updates.onChange((change) => changes.push(change))
  for (let n = 0; n < 2; n++) streams[0]?.next(welcomeWith(id))
  expect(changes).toEqual(['everything', 'everything'])
  updates.close()
})

it('subscribes again with the id of the last event', async () => {
  const { client, streams } = fakeClient()
  const updates = followContent(client, pino({ level: 'silent' }))
  streams[0]?.next(welcome)
  streams[0]?.next({ type: 'goaway', id: '2:b', reason: 'too many clients' })
  await vi.advanceTimersByTimeAsync(60_000)
  const Authorization = 'Bearer token'
  expect(streams.map(({ headers }) => headers)).toEqual([
    { Authorization },
    { Authorization, 'Last-Event-ID': '1:a' },
  ])
  updates.close()
})
