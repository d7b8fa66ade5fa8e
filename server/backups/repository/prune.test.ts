import { expect, it } from 'vitest'
import { keepPattern, parseKeepRules } from '../../settings/keep-rules.ts'
import { keptBackups } from './prune.ts'

const day = (at: string) => ({ at: `${at}T03:00:00Z` })
const times = (rules: string, ...days: string[]) =>
  [...keptBackups(days.map(day), parseKeepRules(rules))].map(({ at }) => at.slice(0, 10)).sort()

it('keeps the newest backup of each of the last days, weeks, and months that have one', () => {
  const days = ['2026-01-05', '2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04']
  expect(times('2d', ...days)).toEqual(days.slice(-2))
  // February 2 is a Monday.
  expect(times('1d 2w', ...days)).toEqual(['2026-02-01', '2026-02-04'])
  expect(times('1d 2m', ...days)).toEqual(['2026-01-31', '2026-02-04'])
  expect(times('9y', ...days)).toEqual(['2026-02-04'])
})

it('always keeps the newest backup, and old backups if there are no newer ones', () => {
  expect(times('0d', '2020-01-01', '2020-01-02')).toEqual(['2020-01-02'])
  expect(times('7d', '2019-05-05', '2020-01-01')).toEqual(['2019-05-05', '2020-01-01'])
  expect(keptBackups([], parseKeepRules('7d')).size).toBe(0)
  // The last backup is kept although an earlier one has a time in the future.
  expect(times('1d', '2099-01-01', '2026-01-01')).toContain('2026-01-01')
})

it('accepts rules that are numbers with a unit', () => {
  for (const text of ['7d', '7d 4w 12m', '1d  2y']) expect(keepPattern.test(text)).toBe(true)
  for (const text of ['', '7', 'd7', '7d,4w', '7h', '-1d'])
    expect(keepPattern.test(text)).toBe(false)
})
