import { expect, it } from 'vitest'
import { delayAfter, standardSchedule } from './schedule.ts'

it('returns the delays of Standard Webhooks with 10% jitter', () => {
  standardSchedule.forEach((seconds, index) => {
    const delays = Array.from({ length: 50 }, () => delayAfter(index + 1, standardSchedule) ?? 0)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(seconds * 0.9)
    expect(Math.max(...delays)).toBeLessThanOrEqual(seconds * 1.1)
    expect(new Set(delays).size).toBeGreaterThan(1)
  })
})

it('ends after ten attempts', () => {
  expect(delayAfter(10, standardSchedule)).toBeUndefined()
})

it('respects Retry-After, up to a day', () => {
  expect(delayAfter(1, [5], 60)).toBe(60)
  expect(delayAfter(1, [5], 1e9)).toBe(24 * 3600)
  expect(delayAfter(1, [5], 1)).toBeGreaterThan(4)
})
