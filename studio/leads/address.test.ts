import { describe, expect, it } from 'vitest'
import {
  everything,
  filterOf,
  isFiltered,
  paramsOf,
  type Selection,
  selectionOf,
} from './address.ts'

const full: Selection = {
  q: 'amina & co = 100%',
  form: ['waitlist', 'contact'],
  status: ['new', 'declined'],
  topic: ['Open my store for online orders'],
  source: ['direct'],
  campaign: ['ramadan-2026'],
  delivery: ['exhausted'],
  owner: ['nobody'],
  from: '2026-03-01',
  to: '2026-03-31',
  spam: true,
  sort: 'name',
}
const parse = (address: string) => selectionOf(new URLSearchParams(address))

describe('what a list shows, and its address', () => {
  it('go into one another without loss', () => {
    expect(parse(new URLSearchParams(paramsOf(full)).toString())).toEqual(full)
  })

  it('need no parameters for everything', () => {
    expect(paramsOf(everything)).toEqual([])
    expect(parse('')).toEqual(everything)
    expect(isFiltered({ ...everything, sort: 'email' })).toBe(false)
  })

  it.each([
    ['status=gone&status=new', { status: ['new'] }],
    ['status=constructor&delivery=toString', {}],
    ['sort=sideways', {}],
    ['from=2026-02-30&to=yesterday', {}],
    ['form=a&form=a&form=', { form: ['a'] }],
    [`owner=${'x'.repeat(301)}`, {}],
    ['spam=1', {}],
  ])('leave out what can not be asked for: %s', (address, rest) => {
    expect(parse(address)).toEqual({ ...everything, ...rest })
  })

  it('ask for as many values as the API takes', () => {
    const address = Array.from({ length: 60 }, (_, index) => `form=f${index}`).join('&')
    expect(parse(address).form).toHaveLength(50)
    expect(parse(`q=${'y'.repeat(10_001)}`).q).toHaveLength(1_000)
  })
})

describe('what the API is asked for', () => {
  it('begins and ends with whole days of whoever reads', () => {
    const filter = filterOf({ ...everything, from: '2026-03-01', to: '2026-03-31' })
    expect(filter).toEqual({
      from: new Date(2026, 2, 1).toISOString(),
      to: new Date(2026, 3, 1).toISOString(),
    })
  })

  it('is nothing for words of nothing but blanks', () => {
    expect(filterOf({ ...everything, q: '  ' })).toEqual({})
  })
})
