import { describe, expect, it } from 'vitest'
import { english } from '../language/language.ts'
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
  ])('finds the matching entries for %j', (query, expected) => {
    expect(found(query)).toEqual(expected)
  })
})

describe('search in other languages', () => {
  const texts = [
    'كيف أصبح سائقًا؟',
    'ما هي العُمولات على الـمـتـاجر',
    '¿Cómo me hago repartidor?',
    'Más información',
  ]
  it.each([
    ['ar', 'السائق', [0]],
    ['ar', 'اصبح', [0]],
    ['ar', 'عموله', []],
    ['ar', 'العمولات المتاجر', [1]],
    ['ar', 'علي', [1]],
    ['es', 'como', [2]],
    ['es', 'MAS INFORMACIÓN', [3]],
    ['es', 'repartidores', []],
    ['es', 'mas', [3]],
  ])('finds in %s for %j', (code, query, expected) => {
    const found = search(texts, query, (text) => text, { ...english, code })
    expect(found).toEqual(expected.map((index) => texts[index]))
  })
})

describe('searchQuery', () => {
  const query = (search: string) => searchQuery(`https://halvi.test/support/faq${search}`)

  it('returns an empty string without a search', () => {
    expect(query('')).toBe('')
    expect(query('?q=%20%20')).toBe('')
  })

  it('returns the first q parameter, trimmed and shortened', () => {
    expect(query('?q=+a+&q=b')).toBe('a')
    expect(query(`?q=${'x'.repeat(5000)}`)).toHaveLength(100)
  })
})
