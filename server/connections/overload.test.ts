import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { overloadLimits } from '../limits.ts'
import { Overload } from './overload.ts'

let overload: Overload
afterEach(() => overload.close())

/** How many of so many connections are taken that come in the same second. */
const taken = (network: string, connections: number, second: number) =>
  Array.from({ length: connections }, () => overload.takes(network, second * 1_000)).filter(Boolean)
    .length

it('takes whatever comes while nobody waits, and fewer of a crowd the longer others do', () => {
  const { perSecond, fewestPerSecond } = overloadLimits
  overload = new Overload(createServer(), { ...overloadLimits, lookMs: 1_000_000 })
  expect(taken('crowd', 5_000, 1)).toBe(5_000)
  overload.note(true)
  expect(taken('crowd', 5_000, 2)).toBe(perSecond)
  // Who opens a few is served like before.
  expect(taken('visitor', fewestPerSecond, 2)).toBe(fewestPerSecond)
  for (let looks = 0; looks < 20; looks++) overload.note(true)
  expect(taken('crowd', 5_000, 3)).toBe(fewestPerSecond)
  expect(taken('visitor', fewestPerSecond, 3)).toBe(fewestPerSecond)
  for (let looks = 0; looks < 20; looks++) overload.note(false)
  expect(taken('crowd', 5_000, 4)).toBe(5_000)
})
