import { expect, it } from 'vitest'
import { type Holder, type PlaceLimits, Places } from './places.ts'

/** Somebody who holds a place until it is somebody else's. */
class Client implements Holder {
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

function open(limits: PlaceLimits) {
  const places = new Places<Client>(limits)
  return {
    places,
    take(network: string, idle?: boolean) {
      const client = new Client(network, idle)
      return { client, refused: places.take(client) }
    },
  }
}

it('a network with less gets a place of the one with the most, an idle one first', () => {
  const { places, take } = open({ all: 3, ofANetwork: 3 })
  const busy = take('a').client
  const idle = take('a', true).client
  take('b')
  expect(take('c').refused).toBeUndefined()
  expect([busy.ended, idle.ended, places.size]).toEqual([false, true, 3])
  // Each has one now: nobody has to give way to a second.
  expect(take('c').refused).toBe('all')
})

it('sixty networks that hold everything do not keep a newcomer out', () => {
  const { places, take } = open({ all: 120, ofANetwork: 60 })
  for (let turn = 0; turn < 300; turn++) take(`crowd ${turn % 60}`)
  expect(take('visitor').refused).toBeUndefined()
  expect(places.size).toBe(120)
})

it('where each network has one, the idle one that came first gives way', () => {
  const { take } = open({ all: 2, ofANetwork: 2 })
  take('a')
  const idle = take('b', true).client
  expect(take('c').refused).toBeUndefined()
  expect(idle.ended).toBe(true)
  expect(take('d').refused).toBe('all')
})

it('a network with all it may have gives up its own idle one, or gets none', () => {
  const { take } = open({ all: 9, ofANetwork: 2 })
  const other = take('b', true).client
  const first = take('a', true).client
  take('a')
  expect(take('a').refused).toBeUndefined()
  expect(first.ended).toBe(true)
  expect(take('a').refused).toBe('ofANetwork')
  expect(other.ended).toBe(false)
})

it('a place that is given back is free', () => {
  const { places, take } = open({ all: 1, ofANetwork: 1 })
  const { client } = take('a')
  places.leave(client)
  places.leave(client)
  expect(places.size).toBe(0)
  expect(take('b').refused).toBeUndefined()
})
