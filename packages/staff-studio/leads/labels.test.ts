import { expect, it } from 'vitest'
import {
  escapeInvisible,
  formLabel,
  labelOf,
  leadsText,
  sourceLabel,
  statusLabels,
  totalText,
} from './labels.ts'

it('shows the labels of values, and other values escaped', () => {
  expect(labelOf(statusLabels, 'new')).toBe('New')
  expect(labelOf(statusLabels, 'a\u202eb')).toBe('a\\u202eb')
  expect(formLabel('affiliate-creator')).toBe('Affiliate creator')
  expect([sourceLabel('direct'), sourceLabel('example.com')]).toEqual(['Direct', 'example.com'])
})

it('escapes invisible characters, and keeps line breaks, tabs, and letters', () => {
  expect(escapeInvisible('a\u200bb\u0000c\ud800')).toBe('a\\u200bb\\u0000c\\ud800')
  expect(escapeInvisible('one\n\ttwo أمينة 🌙')).toBe('one\n\ttwo أمينة 🌙')
})

it.each([
  [leadsText(1), '1 lead'],
  [leadsText(0), '0 leads'],
  [leadsText(1_234, 'note'), '1,234 notes'],
  [leadsText(1, 'lead', true), '1+ leads'],
  [totalText({ total: 10_000, totalIsMore: true }), '10,000+'],
  [totalText({ total: 9, totalIsMore: false }), '9'],
  [totalText(undefined), ''],
])('shows counts as text: %s', (text, expected) => {
  expect(text).toBe(expected)
})
