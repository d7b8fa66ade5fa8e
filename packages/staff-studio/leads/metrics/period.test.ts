import { describe, expect, it } from 'vitest'
import { binsOf, periodOf } from './period.ts'

const now = Date.parse('2026-11-22T23:30:00Z')
const ask = (address: string) => periodOf(new URLSearchParams(address), now)

describe('periodOf', () => {
  it.each([
    ['', { from: '2026-10-24', to: '2026-11-22' }],
    ['period=7', { from: '2026-11-16', to: '2026-11-22' }],
    ['period=all', {}],
    ['period=toString', { from: '2026-10-24', to: '2026-11-22' }],
  ])('returns the period for the parameters "%s"', (address, period) => {
    expect(ask(address)).toEqual(period)
  })
})

describe('binsOf', () => {
  it('fills gaps between days with empty bins', () => {
    const counts = [
      { day: '2026-11-01', form: 'contact', leads: 2 },
      { day: '2026-11-03', form: 'contact', leads: 1 },
      { day: '2026-11-03', form: 'waitlist', leads: 4 },
    ]
    const { step, bins } = binsOf(counts, { from: '2026-10-31', to: '2026-11-03' })
    expect(step).toBe('day')
    expect(bins.map(({ start, total }) => [start, total])).toEqual([
      ['2026-10-31', 0],
      ['2026-11-01', 2],
      ['2026-11-02', 0],
      ['2026-11-03', 5],
    ])
  })

  it('groups counts by month for a long period', () => {
    const counts = [{ day: '2026-01-31', form: 'contact', leads: 3 }]
    const { step, bins } = binsOf(counts, { from: '2026-01-31', to: '2026-11-22' })
    expect(step).toBe('month')
    expect(bins).toHaveLength(11)
    expect(bins[0]).toEqual({ start: '2026-01-01', total: 3 })
  })

  it('returns no bins without leads', () => {
    expect(binsOf([], {}).bins).toEqual([])
  })
})
