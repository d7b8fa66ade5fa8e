import type { Socket } from 'node:net'
import { setImmediate as round } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { normalDemand } from '../limits.ts'
import { AcceptQueue, RecentDemand } from './accept-queue.ts'

let queue: AcceptQueue
let read: string[]
beforeEach(() => {
  queue = new AcceptQueue(new RecentDemand())
  read = []
})
afterEach(() => queue.close())

/** Accepts a connection of a network. When the connection is read, its network is added to `read`. */
function take(network: string): Socket {
  let isPaused = false
  const pause = () => {
    isPaused = true
  }
  const socket = { pause, resume: () => read.push(network) } as unknown as Socket
  queue.accept(socket, network)
  if (!isPaused) read.push(network)
  return socket
}

/** Accepts as many connections of each network as a visitor may open, so that further ones are queued. */
function crowd(...networks: string[]) {
  for (const network of networks) {
    for (let n = 0; n < normalDemand; n++) take(network)
  }
  read = []
}

it('reads visitors immediately, and a busy network after a turn of the event loop without new connections', async () => {
  crowd('crowd')
  take('crowd')
  for (let n = 0; n < 3; n++) {
    take(`visitor ${n}`)
    await round()
  }
  expect(read).toEqual(['visitor 0', 'visitor 1', 'visitor 2'])
  await expect.poll(() => read).toHaveLength(4)
})

it('alternates between busy networks', async () => {
  crowd('a', 'b')
  for (const network of ['a', 'a', 'a', 'b', 'b']) take(network)
  await expect.poll(() => read).toEqual(['a', 'b', 'a', 'b', 'a'])
})

it('reads queued connections now and then during an endless flood', async () => {
  crowd('office')
  take('office')
  for (let n = 0; n < 100 && !read.includes('office'); n++) {
    take(`flood ${n}`)
    await round()
  }
  expect(read).toContain('office')
})

it('skips closed connections and stops when the queue is empty', async () => {
  crowd('crowd')
  const [first, second] = [take('crowd'), take('crowd')]
  queue.remove(first, 'crowd')
  queue.remove(second, 'crowd')
  for (let n = 0; n < 5; n++) await round()
  expect(read).toEqual([])
  take('crowd')
  await expect.poll(() => read).toEqual(['crowd'])
})

it('counts the demand of each network over the last one to two seconds', () => {
  const recent = new RecentDemand()
  for (const network of ['a', 'b', 'a']) recent.count(network, 100)
  expect([recent.of('a', 200), recent.of('b', 200), recent.of('c', 200)]).toEqual([2, 1, 0])
  recent.count('a', 1_200)
  expect([recent.of('a', 1_200), recent.of('b', 1_200)]).toEqual([3, 1])
  expect([recent.of('a', 2_300), recent.of('b', 2_300)]).toEqual([1, 0])
})

it('counts nothing after a longer pause', () => {
  const recent = new RecentDemand()
  recent.count('a', 100)
  expect(recent.of('a', 5_000)).toBe(0)
})
