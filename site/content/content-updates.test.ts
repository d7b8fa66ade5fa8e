import type { LiveEvent, SanityClient } from '@sanity/client'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followContent } from './content-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a client and its live event streams. Tests send events with `next`. */
function fakeClient() {
  const streams: { next(event: LiveEvent): void; isOpen: boolean }[] = []
  const events = () => ({
    subscribe: ({ next }: { next(event: LiveEvent): void }) => {
      const stream = { next, isOpen: true }
      streams.push(stream)
      return {
        unsubscribe: () => {
          stream.isOpen = false
        },
      }
    },
  })
  return { client: { live: { events } } as unknown as SanityClient, streams }
}

const welcome: LiveEvent = { type: 'welcome' }

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
