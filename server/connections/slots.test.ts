import { expect, it } from 'vitest'
import { type SlotHolder, type SlotLimits, Slots } from './slots.ts'

/** A client that occupies a slot until the slot is given to another client. */
class Client implements SlotHolder {
  ended = false
  readonly network: string
  readonly idle: boolean
  constructor(network: string, idle = false) {
    this.network = network
    this.idle = idle
  }
  isIdle = () => this.idle
  end = () => {
    this.ended = true
  }
}

function open(limits: SlotLimits) {
  const slots = new Slots<Client>(limits)
  return {
    slots,
    take(network: string, idle?: boolean) {
      const client = new Client(network, idle)
      return { client, exceeded: slots.take(client) }
    },
  }
}

it('takes a slot from the network with the most slots, an idle one first', () => {
  const { slots, take } = open({ total: 3, perNetwork: 3 })
  const busy = take('a').client
  const idle = take('a', true).client
  take('b')
  expect(take('c').exceeded).toBeUndefined()
  expect([busy.ended, idle.ended, slots.size]).toEqual([false, true, 3])
  // Each network has one slot now, so no network has to give one up for another's second.
  expect(take('c').exceeded).toBe('total')
})

it('accepts a new network although sixty networks occupy all slots', () => {
  const { slots, take } = open({ total: 120, perNetwork: 60 })
  for (let turn = 0; turn < 300; turn++) take(`crowd ${turn % 60}`)
  expect(take('visitor').exceeded).toBeUndefined()
  expect(slots.size).toBe(120)
})

it('takes the oldest idle slot if each network has one', () => {
  const { take } = open({ total: 2, perNetwork: 2 })
  take('a')
  const idle = take('b', true).client
  expect(take('c').exceeded).toBeUndefined()
  expect(idle.ended).toBe(true)
  expect(take('d').exceeded).toBe('total')
})

it('replaces an idle slot of a network at its limit, or rejects the new one', () => {
  const { take } = open({ total: 9, perNetwork: 2 })
  const other = take('b', true).client
  const first = take('a', true).client
  take('a')
  expect(take('a').exceeded).toBeUndefined()
  expect(first.ended).toBe(true)
  expect(take('a').exceeded).toBe('perNetwork')
  expect(other.ended).toBe(false)
})

it('reuses a slot that was released', () => {
  const { slots, take } = open({ total: 1, perNetwork: 1 })
  const { client } = take('a')
  slots.release(client)
  slots.release(client)
  expect(slots.size).toBe(0)
  expect(take('b').exceeded).toBeUndefined()
})
