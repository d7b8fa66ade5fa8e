import { expect, it } from 'vitest'
import { delayAfter, standardSchedule } from './schedule.ts'

it('waits as Standard Webhooks does, a tenth more or less', () => {
  standardSchedule.forEach((seconds, index) => {
    const delays = Array.from({ length: 50 }, () => delayAfter(index + 1, standardSchedule) ?? 0)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(seconds * 0.9)
    expect(Math.max(...delays)).toBeLessThanOrEqual(seconds * 1.1)
    expect(new Set(delays).size).toBeGreaterThan(1)
  })
})

it('ends after ten tries', () => {
  expect(delayAfter(10, standardSchedule)).toBeUndefined()
})

it('waits as long as the endpoint asks, a day at most', () => {
  expect(delayAfter(1, [5], 60)).toBe(60)
  expect(delayAfter(1, [5], 1e9)).toBe(24 * 3600)
  expect(delayAfter(1, [5], 1)).toBeGreaterThan(4)
})
