import { expect, it } from 'vitest'
import { monthOf, monthText } from './month.ts'

it.each([
  ['2025-05-01', '2025-05', 'May 2025'],
  ['2027-12-31', '2027-12', 'December 2027'],
  ['2027-12', '2027-12', 'December 2027'],
  ['Q2 2027', undefined, 'Q2 2027'],
  ['2027', undefined, '2027'],
  ['2027-13-01', undefined, '2027-13-01'],
  ['', undefined, ''],
])('parses %j as %j and shows it as %j', (day, month, text) => {
  expect(monthOf(day)).toBe(month)
  expect(monthText(day)).toBe(text)
})

it.each([null, undefined, 5, {}])('monthOf returns undefined for %o', (day) => {
  expect(monthOf(day)).toBeUndefined()
})
