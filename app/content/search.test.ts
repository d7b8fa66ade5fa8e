import { describe, expect, it } from 'vitest'
import { search, searchQuery } from './search.ts'

const entries = ['How do I become a driver?', 'What is a Café partner?', 'Commission: 5-10%']
const found = (query: string) => search(entries, query, (entry) => entry)

describe('search', () => {
  it.each([
    ['driver', [entries[0]]],
    ['DRIVERS', [entries[0]]],
    ['cafe', [entries[1]]],
    ['what  partner', [entries[1]]],
    ['10%', [entries[2]]],
    ['driver partner', []],
    ['zzqx', []],
    ['.*', entries],
    ['', entries],
  ])('finds for %j', (query, expected) => {
    expect(found(query)).toEqual(expected)
  })
})

describe('searchQuery', () => {
  const query = (search: string) => searchQuery(`https://halvi.test/support/faq${search}`)

  it('is empty without one', () => {
    expect(query('')).toBe('')
    expect(query('?q=%20%20')).toBe('')
  })

  it('takes the first, trimmed and cut', () => {
    expect(query('?q=+a+&q=b')).toBe('a')
    expect(query(`?q=${'x'.repeat(5000)}`)).toHaveLength(100)
  })
})
