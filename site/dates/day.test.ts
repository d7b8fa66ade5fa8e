import { expect, it } from 'vitest'
import { dayIn, startOfDay, startOfDayIn } from './day.ts'
import { timeOf } from './time.ts'

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

it.each([
  ['2028-02-29', '2028-02-29'],
  ['2027-02-28T23:30:00-06:00', '2027-03-01T05:30:00Z'],
  ['2027-02-29', 'Invalid Date'],
  ['2027-02-30T07:00:00.000Z', 'Invalid Date'],
  ['2025-04-31', 'Invalid Date'],
  ['2025-13-01', 'Invalid Date'],
  ['2025-02-28T25:00:00Z', 'Invalid Date'],
  ['May 30, 2025', 'Invalid Date'],
  [undefined, 'Invalid Date'],
  [20250530, 'Invalid Date'],
])('timeOf parses %s as %s', (value, time) => {
  expect(new Date(timeOf(value))).toEqual(new Date(time))
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
