import type { Dashboard } from 'halvi-site/content/sanity.types'
import { describe, expect, it } from 'vitest'
import {
  dailyCounterValue,
  growingValue,
  joinedSince,
  randomWalk,
  realMetrics,
  secondsSincePing,
  simulatedMetrics,
} from './metrics.ts'

const range = (low: number, high: number) => ({ _type: 'numberRange' as const, low, high })
const percentages = (low: number, high: number) => ({
  _type: 'percentageRange' as const,
  low,
  high,
})

const dashboard: Dashboard = {
  _type: 'dashboard',
  source: 'simulated',
  title: 'At work',
  shopsActive: { label: 'Shops active', range: percentages(83, 89) },
  visitToSignup: { label: 'Visit-to-signup', range: percentages(38, 45) },
  expectedOrders: {
    _type: 'growingFigure',
    label: 'Expected orders',
    base: 784,
    perDay: 80,
    since: '2025-04-12',
  },
  signupMinutes: { label: 'New signup every', range: range(5, 6) },
  dailyCounter: { _type: 'dailyCounter', label: 'Applications', range: range(2, 20), step: 2 },
}

const at = (time: string) => Date.parse(time)

const seconds = 1_000
const hours = 3_600 * seconds
/** Returns `count` times from the start of a day, `intervalMs` milliseconds apart. */
const times = (count: number, intervalMs: number) =>
  Array.from({ length: count }, (_, index) => at('2025-05-10T00:00:00Z') + index * intervalMs)

describe('randomWalk', () => {
  const range = { low: 83, high: 89 }

  it('returns every whole number of its range and no others', () => {
    const values = new Set(times(20_000, 30 * seconds).map((now) => randomWalk(range, 1, now)))
    expect([...values].sort()).toEqual([83, 84, 85, 86, 87, 88, 89])
  })

  it('stays the same for 30 seconds and then changes by at most one', () => {
    for (const now of times(2_000, 30 * seconds)) {
      const value = randomWalk(range, 1, now)
      expect(randomWalk(range, 1, now + 29_999)).toBe(value)
      expect(Math.abs(randomWalk(range, 1, now + 30_000) - value)).toBeLessThanOrEqual(1)
    }
  })
})

it('secondsSincePing changes every ten seconds within its range', () => {
  const range = { low: 1, high: 30 }
  const values = times(3_000, 10 * seconds).map((now) => {
    const value = secondsSincePing(range, now)
    expect(secondsSincePing(range, now + 9_999)).toBe(value)
    return value
  })
  expect(Math.min(...values)).toBe(1)
  expect(Math.max(...values)).toBe(30)
  expect(new Set(values).size).toBe(30)
})

describe('joinedSince', () => {
  const range = { low: 200, high: 300 }

  it('grows all day within the range', () => {
    // Includes days of 23 and 25 hours.
    for (const [start, length] of [
      ['2025-05-10T05:00:00Z', 24],
      ['2025-03-09T06:00:00Z', 23],
      ['2025-11-02T05:00:00Z', 25],
    ] as const) {
      const dayStart = at(start)
      let before = 200
      for (let passed = 0; passed < length * hours; passed += 0.1 * hours) {
        const joined = joinedSince(dayStart, range, dayStart + passed)
        expect(joined).toBeGreaterThanOrEqual(before)
        expect(joined).toBeLessThanOrEqual(300)
        before = joined
      }
      expect(before - joinedSince(dayStart, range, dayStart)).toBeGreaterThan(40)
    }
  })
})

describe('growingValue', () => {
  const orders = { base: 784, perDay: 80, since: '2025-04-12' }
  it.each([
    ['2025-04-12T00:00:00Z', 784],
    ['2025-04-12T23:59:59Z', 784],
    ['2025-04-13T00:00:00Z', 864],
    ['2026-04-12T12:00:00Z', 784 + 365 * 80],
    ['2024-01-01T00:00:00Z', 784],
  ])('returns for %s %i', (time, value) => {
    expect(growingValue(orders, at(time))).toBe(value)
  })

  it('stops growing at its cap, and never stops without one', () => {
    const capped = { ...orders, cap: 60_000 }
    expect(growingValue(capped, at('2026-11-22T12:00:00Z'))).toBe(784 + 80 * 589)
    expect(growingValue(capped, at('2027-04-21T00:00:00Z'))).toBe(784 + 80 * 739)
    expect(growingValue(capped, at('2027-04-23T00:00:00Z'))).toBe(60_000)
    expect(growingValue(capped, at('2099-01-01T00:00:00Z'))).toBe(60_000)
    expect(growingValue({ ...orders, cap: 'many' as never }, at('2025-04-13'))).toBe(864)
    expect(growingValue(orders, at('2099-01-01T00:00:00Z'))).toBeGreaterThan(2_000_000)
  })
})

describe('dailyCounterValue', () => {
  const counter = { range: { low: 2, high: 20 }, step: 2 }
  it('grows from 2 to 20 in ten days and starts over', () => {
    const days = Array.from({ length: 11 }, (_, day) =>
      dailyCounterValue(counter, at(`2025-05-${String(10 + day)}T08:00:00Z`)),
    )
    const start = days.indexOf(2)
    expect([...days.slice(start, 10), ...days.slice(0, start)]).toEqual([
      2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
    ])
    expect(days[10]).toBe(days[0])
  })
})

describe('simulatedMetrics', () => {
  const valuesAt = (now: number) =>
    Object.fromEntries(
      Object.values(simulatedMetrics(dashboard, now))
        .flat()
        .map(({ key, value }) => [key, value]),
    )

  it('returns values within the ranges of the content, the same for all visitors', () => {
    for (const now of times(300, 100 * seconds)) {
      const values = valuesAt(now)
      expect(valuesAt(Math.floor(now / 30_000) * 30_000)).toEqual(values)
      expect(values.shopsActive).toMatch(/^8[3-9]%$/)
      expect(values.visitToSignup).toMatch(/^(3[89]|4[0-5])%$/)
      expect(values.signup).toMatch(/^[56] minutes$/)
    }
    expect(valuesAt(at('2025-04-22T10:00:00Z')).expectedOrders).toBe('1,584')
  })

  it('returns values in the format of a language', () => {
    const { headlines, details } = simulatedMetrics(dashboard, at('2025-04-22'), 'ar-US-u-nu-latn')
    expect(headlines.at(-1)?.value).toBe('1,584')
    expect(details[0]?.value).toMatch(/^[56] دقائق$/)
  })

  it('skips metrics that are not set up, or whose settings are invalid', () => {
    const { headlines, details } = simulatedMetrics(
      {
        ...dashboard,
        shopsActive: undefined,
        expectedOrders: {
          ...dashboard.expectedOrders,
          since: 'soon',
        } as Dashboard['expectedOrders'],
        signupMinutes: { label: 'x' } as Dashboard['signupMinutes'],
      },
      at('2025-04-22'),
    )
    expect(headlines.map(({ key }) => key)).toEqual(['visitToSignup'])
    expect(details.map(({ key }) => key)).toEqual(['dailyCounter'])
  })
})

it('realMetrics returns the counts with the labels of the content', () => {
  const counts = { total: 1234, today: 5, waitlist: 1200, onboarding: 30, affiliate: 4 }
  const copy = { total: 'All', today: 'Today', waitlist: 'Waiting' }
  const metrics = realMetrics({ ...dashboard, counts: copy as Dashboard['counts'] }, counts)
  expect(metrics).toEqual({
    headlines: [
      { key: 'total', label: 'All', value: '1,234' },
      { key: 'today', label: 'Today', value: '5' },
    ],
    details: [{ key: 'waitlist', label: 'Waiting', value: '1,200' }],
  })
})
