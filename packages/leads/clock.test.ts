import { expect, it } from 'vitest'
import { createClock } from './clock.ts'

function clock(options?: Parameters<typeof createClock>[0]) {
  const time = { system: 1_000_000, monotonic: 500 }
  const { monotonic: now, wall } = createClock(options, {
    system: () => time.system,
    monotonic: () => time.monotonic,
  })
  const pass = (milliseconds: number) => {
    time.system += milliseconds
    time.monotonic += milliseconds
    return now()
  }
  return { time, now, wall, pass }
}

it('continues when the system clock is set back', () => {
  const { time, now, pass } = clock()
  now()
  time.system -= 3_600_000
  expect([now(), pass(1_000)]).toEqual([1_000_000, 1_001_000])
})

it('returns the correct wall time as soon as the system clock is corrected', () => {
  const { time, now, wall } = clock()
  time.system += 365 * 86_400_000
  now()
  time.system -= 365 * 86_400_000
  expect([wall(), now() - wall()]).toEqual([1_000_000, 365 * 86_400_000])
})

it('follows when the system clock is set forward', () => {
  const { time, now, pass } = clock()
  time.system += 3_600_000
  expect([now(), pass(1)]).toEqual([4_600_000, 4_600_001])
})

it('starts at the given minimum, and follows the system clock once that is ahead', () => {
  const { time, now, pass } = clock({ notBefore: 1_060_000 })
  expect([now(), pass(1_000)]).toEqual([1_060_000, 1_061_000])
  time.system += 3_600_000
  expect(now()).toBe(4_601_000)
})

it("applies the offset of a database's clock", () => {
  const { now, pass } = clock({ offset: -5_000 })
  expect([now(), pass(10)]).toEqual([995_000, 995_010])
})
