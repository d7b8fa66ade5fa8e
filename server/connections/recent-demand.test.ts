import { expect, it } from 'vitest'
import { RecentDemand } from './recent-demand.ts'

it('counts the requests of each network, and forgets them after a second or two', () => {
  const recent = new RecentDemand()
  for (const network of ['a', 'b', 'a']) recent.note(network, 100)
  expect([recent.of('a', 200), recent.of('b', 200), recent.of('c', 200)]).toEqual([2, 1, 0])
  recent.note('a', 1_200)
  expect([recent.of('a', 1_200), recent.of('b', 1_200)]).toEqual([3, 1])
  expect([recent.of('a', 2_300), recent.of('b', 2_300)]).toEqual([1, 0])
})

it('has forgotten everything after a pause', () => {
  const recent = new RecentDemand()
  recent.note('a', 100)
  expect(recent.of('a', 5_000)).toBe(0)
})
