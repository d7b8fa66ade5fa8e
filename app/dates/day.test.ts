import { expect, it } from 'vitest'
import { dayIn, startOfDay, startOfDayIn } from './day.ts'

it.each([
  ['UTC', '2025-05-10T15:30:45.678Z', '2025-05-10T00:00:00.000Z'],
  ['America/Chicago', '2025-05-10T04:59:59.999Z', '2025-05-09T05:00:00.000Z'],
  ['America/Chicago', '2025-05-10T05:00:00.000Z', '2025-05-10T05:00:00.000Z'],
  // The clocks change at 2 a.m.
  ['America/Chicago', '2025-03-09T20:00:00.000Z', '2025-03-09T06:00:00.000Z'],
  ['America/Chicago', '2025-03-09T06:30:00.000Z', '2025-03-09T06:00:00.000Z'],
  ['America/Chicago', '2025-11-02T20:00:00.000Z', '2025-11-02T05:00:00.000Z'],
  // A day that starts at 1 a.m.
  ['Asia/Beirut', '2025-03-30T12:00:00.000Z', '2025-03-29T22:00:00.000Z'],
  ['Asia/Kathmandu', '2025-05-10T18:14:59.000Z', '2025-05-09T18:15:00.000Z'],
])('startOfDay in %s for %s is %s', (timeZone, now, start) => {
  expect(new Date(startOfDay(Date.parse(now), timeZone)).toISOString()).toBe(start)
})

it('startOfDay throws for an unknown time zone', () => {
  expect(() => startOfDay(0, 'Dallas')).toThrow(RangeError)
})

it('startOfDayIn and dayIn use UTC for an invalid time zone', () => {
  const noon = Date.parse('2025-05-10T02:00:00Z')
  for (const zone of ['Dallas', '', undefined, 7, { zone: 'UTC' }]) {
    expect(startOfDayIn(zone, noon)).toBe(Date.parse('2025-05-10'))
    expect(dayIn(zone, noon)).toBe('May 10, 2025')
  }
  expect(startOfDayIn('America/Chicago', noon)).toBe(Date.parse('2025-05-09T05:00:00Z'))
  expect(dayIn('America/Chicago', noon)).toBe('May 9, 2025')
})
