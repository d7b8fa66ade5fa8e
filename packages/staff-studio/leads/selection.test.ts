import { describe, expect, it } from 'vitest'
import {
  defaultSelection,
  filterOf,
  isFiltered,
  paramsOf,
  type Selection,
  selectionOf,
} from './selection.ts'

const full: Selection = {
  q: 'amina & co = 100%',
  form: ['waitlist', 'contact'],
  status: ['new', 'declined'],
  topic: ['Open my store for online orders'],
  source: ['direct'],
  campaign: ['ramadan-2026'],
  language: ['ar', 'es'],
  delivery: ['exhausted'],
  owner: ['nobody'],
  from: '2026-03-01',
  to: '2026-03-31',
  spam: true,
  sort: 'name',
}
const parse = (address: string) => selectionOf(new URLSearchParams(address))

describe('selectionOf and paramsOf', () => {
  it('are inverse functions', () => {
    expect(parse(new URLSearchParams(paramsOf(full)).toString())).toEqual(full)
  })

  it('need no parameters for the default selection', () => {
    expect(paramsOf(defaultSelection)).toEqual([])
    expect(parse('')).toEqual(defaultSelection)
    expect(isFiltered({ ...defaultSelection, sort: 'email' })).toBe(false)
  })

  it.each([
    ['status=gone&status=new', { status: ['new'] }],
    ['status=constructor&delivery=toString', {}],
    ['sort=sideways', {}],
    ['from=2026-02-30&to=yesterday', {}],
    ['form=a&form=a&form=', { form: ['a'] }],
    [`owner=${'x'.repeat(301)}`, {}],
    ['spam=1', {}],
  ])('ignore values that the API rejects: %s', (address, rest) => {
    expect(parse(address)).toEqual({ ...defaultSelection, ...rest })
  })

  it('limit values to the maximum of the API', () => {
    const address = Array.from({ length: 60 }, (_, index) => `form=f${index}`).join('&')
    expect(parse(address).form).toHaveLength(50)
    expect(parse(`q=${'y'.repeat(10_001)}`).q).toHaveLength(1_000)
  })
})

describe('filterOf', () => {
  it("converts days to instants in the reader's time zone", () => {
    const filter = filterOf({ ...defaultSelection, from: '2026-03-01', to: '2026-03-31' })
    expect(filter).toEqual({
      from: new Date(2026, 2, 1).toISOString(),
      to: new Date(2026, 3, 1).toISOString(),
    })
  })

  it('omits a blank search', () => {
    expect(filterOf({ ...defaultSelection, q: '  ' })).toEqual({})
  })
})
