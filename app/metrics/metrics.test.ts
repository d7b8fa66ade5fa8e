import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../content/sanity.types.ts'
import { counterOfDay, growing, randomInt, realMetrics, simulatedMetrics } from './metrics.ts'

const lowest = () => 0
const highest = () => 1 - Number.EPSILON

const range = (low: number, high: number) => ({ _type: 'numberRange' as const, low, high })
const percentages = (low: number, high: number) => ({
  _type: 'percentageRange' as const,
  low,
  high,
})

const dashboard: Dashboard = {
  _type: 'dashboard',
  source: 'simulated',
  note: 'Illustrative',
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

const at = (moment: string) => Date.parse(moment)

describe('a random number', () => {
  it('takes every whole value of its range and none beyond', () => {
    const numbers = Array.from({ length: 70 }, (_, index) =>
      randomInt({ low: 83, high: 89 }, () => index / 70),
    )
    expect([...new Set(numbers)]).toEqual([83, 84, 85, 86, 87, 88, 89])
    expect(randomInt({ low: 83, high: 89 }, highest)).toBe(89)
  })

  it('stays inside a range whose ends are not whole, or one value', () => {
    expect(randomInt({ low: 38.5, high: 40 }, highest)).toBe(39.5)
    expect(randomInt({ low: 7, high: 7 }, highest)).toBe(7)
  })
})

describe('a growing metric', () => {
  const orders = { base: 784, perDay: 80, since: '2025-04-12' }
  it.each([
    ['2025-04-12T00:00:00Z', 784],
    ['2025-04-12T23:59:59Z', 784],
    ['2025-04-13T00:00:00Z', 864],
    ['2026-04-12T12:00:00Z', 784 + 365 * 80],
    ['2024-01-01T00:00:00Z', 784],
  ])('is at %s %i', (moment, value) => {
    expect(growing(orders, at(moment))).toBe(value)
  })
})

describe('the counter of the day', () => {
  const counter = { range: { low: 2, high: 20 }, step: 2 }
  it('climbs from 2 to 20 in ten days and begins again', () => {
    const days = Array.from({ length: 11 }, (_, day) =>
      counterOfDay(counter, at(`2025-05-${String(10 + day)}T08:00:00Z`)),
    )
    const start = days.indexOf(2)
    expect([...days.slice(start, 10), ...days.slice(0, start)]).toEqual([
      2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
    ])
    expect(days[10]).toBe(days[0])
  })

  it('is the same all day', () => {
    const [morning, evening] = ['2025-05-10T00:00:00Z', '2025-05-10T23:59:59Z'].map((moment) =>
      counterOfDay(counter, at(moment)),
    )
    expect(morning).toBe(evening)
  })
})

describe('illustrative metrics', () => {
  const values = (random: () => number) =>
    Object.fromEntries(
      Object.values(simulatedMetrics(dashboard, at('2025-04-22T10:00:00Z'), random))
        .flat()
        .map(({ key, value }) => [key, value]),
    )

  it('lie within the bounds of the content', () => {
    expect(values(lowest)).toMatchObject({
      shopsActive: '83%',
      visitToSignup: '38%',
      expectedOrders: '1,584',
      signup: '5 min',
    })
    expect(values(highest)).toMatchObject({
      shopsActive: '89%',
      visitToSignup: '45%',
      signup: '6 min',
    })
  })

  it('leave out what is not described, or described so that it makes no number', () => {
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
      lowest,
    )
    expect(headlines.map(({ key }) => key)).toEqual(['visitToSignup'])
    expect(details.map(({ key }) => key)).toEqual(['dailyCounter'])
  })
})

it('real metrics are called what the content calls them', () => {
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
