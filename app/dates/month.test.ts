import { expect, it } from 'vitest'
import { monthOf, monthText } from './month.ts'

it.each([
  ['2025-05', '2025-05', 'May 2025'],
  ['2027-12', '2027-12', 'December 2027'],
  ['May 2025', '2025-05', 'May 2025'],
  [' sept. 2026 ', '2026-09', ' sept. 2026 '],
  ['Q2 2027', undefined, 'Q2 2027'],
  ['Spring 2026', undefined, 'Spring 2026'],
  ['2027', undefined, '2027'],
  ['2027-13', undefined, '2027-13'],
  ['2027-05-01', undefined, '2027-05-01'],
  ['', undefined, ''],
])('parses %j as %j and shows it as %j', (month, iso, text) => {
  expect(monthOf(month)).toBe(iso)
  expect(monthText(month)).toBe(text)
})

it.each([null, undefined, 5, {}])('monthOf returns undefined for %o', (month) => {
  expect(monthOf(month)).toBeUndefined()
})
