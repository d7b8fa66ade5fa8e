import { describe, expect, it } from 'vitest'
import { defaultSelection } from '../selection.ts'
import { exportOf, noRows, type RowSelection, targetOf, toggleRows } from './row-selection.ts'

const loaded = ['a', 'b', 'c', 'd']
const rows = (...ids: string[]): RowSelection => ({ all: false, ids: new Set(ids) })
const filtered = { ...defaultSelection, form: ['contact'] }

describe('toggleRows', () => {
  it.each([
    ['selects a lead', noRows, 'b', undefined, rows('b')],
    ['deselects a selected lead', rows('a', 'b'), 'b', undefined, rows('a')],
    ['selects from the last lead down', rows('a'), 'c', 'a', rows('a', 'b', 'c')],
    ['selects from the last lead up', rows('d'), 'b', 'd', rows('d', 'b', 'c')],
    ['deselects a range', rows('a', 'b', 'c'), 'c', 'b', rows('a')],
    ['ignores a last lead of another page', rows('x'), 'b', 'x', rows('x', 'b')],
    [
      'keeps the loaded leads if all were selected',
      { all: true },
      'b',
      undefined,
      rows('a', 'c', 'd'),
    ],
  ] as const)('%s', (_what, before, id, last, after) => {
    expect(toggleRows(before, id, loaded, last)).toEqual(after)
  })
})

it('an export has the selected leads, or all leads of the list', () => {
  expect(exportOf(rows('a', 'b'), filtered)).toEqual({ ids: ['a', 'b'] })
  for (const all of [noRows, { all: true } as const]) {
    expect(exportOf(all, filtered)).toEqual({ form: ['contact'] })
  }
  expect(exportOf(noRows, defaultSelection)).toEqual({})
})

it('a bulk change has the selected leads, or the filter of the list', () => {
  expect(targetOf(rows('a'), filtered)).toEqual({ ids: ['a'] })
  expect(targetOf({ all: true }, filtered)).toEqual({ filter: { form: ['contact'] } })
})

it('one request has at most 10,000 ids', () => {
  const many = rows(...Array.from({ length: 10_001 }, (_, index) => `${index}`))
  expect(exportOf(many, filtered).ids).toHaveLength(10_000)
  expect(targetOf(many, filtered).ids).toHaveLength(10_000)
})
