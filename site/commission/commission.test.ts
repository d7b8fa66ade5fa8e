import { describe, expect, it } from 'vitest'
import { languageFrom } from '../language/language.ts'
import { amountsText } from '../text/amounts.ts'
import { fillIn } from '../words/format.ts'
import { normalizeQuestion, readQuestion, readSales } from './question.ts'
import { shareOf } from './share.ts'

describe('readSales', () => {
  it.each([
    ['5000', 5000],
    ['5,000', 5000],
    ['$5,000', 5000],
    [' US$ 5 000 ', 5000],
    ['5000 USD', 5000],
    ['5000.50', 5001],
    ['5,000.', 5000],
    ['５０００', 5000],
    ['＄５，０００', 5000],
    ['٥٠٠٠', 5000],
    ['٥٬٠٠٠٫٢٥', 5000],
    ['۵۰۰۰', 5000],
    ['10,00,000', 1_000_000],
    ['0.5', 1],
    ['1', 1],
    ['10000000', 10_000_000],
    ['20k', 20_000],
    ['$2.5 K', 2_500],
    ['٢k', 2_000],
    ['1m', 1_000_000],
    ['5.000,50', 5001],
    ['1.234.567', 1_234_567],
    ['5’000', 5000],
    ['٥،٠٠٠', 5000],
    ['1.234m', 1_234_000],
  ])('reads %j', (text, sales) => {
    expect(readSales(text)).toEqual([sales])
  })

  it.each(
    [
      [
        '',
        ' ',
        '0',
        '0.4',
        '0.500',
        '5.0000',
        '5000.500',
        '-5',
        '−5000',
        '10000001',
        '1e3',
        '1e999',
        '9'.repeat(400),
      ],
      ['five', 'k', '5kk', '11m', '5,00', '1,2', '0x10', 'Infinity', 'NaN', '$', ',', '.', '٫'],
      ['5;000', '5000 a month', '<b>5</b>', '\u0000', '๕๐'],
    ].flat(),
  )('rejects %j', (text) => {
    expect(readSales(text)).toEqual([])
  })
})

describe('readSales in other languages', () => {
  const localeOf = (code: string) => languageFrom({ code })?.locale

  it.each([
    ['es', '5.000', 5000],
    ['es', '12.500', 12_500],
    ['es', '5,000', 5000],
    ['es', '5.50', 6],
    ['es', '5,50', 6],
    ['es', '12500,5', 12_501],
    ['es', '2.500k', 2_500_000],
    ['de', '1.234', 1234],
    ['fr', '5 000,50', 5001],
    ['ar-ma', '5.000', 5000],
    ['ar', '٥٬٠٠٠', 5000],
    ['fa', '۵٬۰۰۰', 5000],
  ])('reads in %s %j', (code, text, sales) => {
    expect(readSales(text, localeOf(code))).toEqual(sales === undefined ? [] : [sales])
    expect(readQuestion(new URLSearchParams({ sales: text }), localeOf(code))).toMatchObject({
      readings: [sales],
    })
  })

  it.each(['en', 'ar', 'ur', 'es-mx'])(
    'asks in %s what a point before three digits means',
    (code) => {
      for (const [text, ...readings] of [
        ['5.000', 5000, 5],
        ['٥٫٠٠٠', 5000, 5],
        ['$12.500', 12_500, 13],
      ] as const) {
        const question = readQuestion(new URLSearchParams({ sales: text }), localeOf(code))
        expect(question).toMatchObject({ sales: undefined, readings })
        expect(normalizeQuestion(new URLSearchParams({ sales: text, branch: 'eats' }))).toBe(
          undefined,
        )
      }
    },
  )
})

describe('normalizeQuestion', () => {
  const normalized = (query: string) => normalizeQuestion(new URLSearchParams(query))?.toString()

  it.each([
    'branch=local&sales=5000',
    'sales=%245,000&branch=Local&utm_source=a',
    'branch=local&branch=eats&sales=5000&sales=1',
    'branch=+local&sales=%D9%A5%D9%A0%D9%A0%D9%A0',
  ])('normalizes %s', (query) => {
    expect(normalized(query)).toBe('branch=local&sales=5000')
  })

  it.each([
    'sales=5000',
    'branch=&sales=',
    'branch=nowhere&sales=5',
    'branch=__proto__&sales=5',
    'branch=local&sales=0',
  ])('returns undefined for invalid input: %s', (query) => {
    expect(normalized(query)).toBeUndefined()
  })

  it('accepts a branch without sales', () => {
    expect(normalized('branch=Local&x=1')).toBe('branch=local')
    expect(normalized('branch=nowhere')).toBeUndefined()
  })
})

describe('readQuestion', () => {
  it('returns the entered sales, shortened to 40 characters', () => {
    const given = new URLSearchParams({ sales: 'x'.repeat(10_000) })
    expect(readQuestion(given)?.salesText).toHaveLength(40)
    expect(readQuestion(new URLSearchParams('utm_source=a'))).toBeUndefined()
  })
})

describe('shareOf', () => {
  it.each([
    [5000, { low: 5, high: 10 }, '$4,500 to $4,750', '$250 to $500'],
    [5000, { low: 10, high: 5 }, '$4,500 to $4,750', '$250 to $500'],
    [5000, { low: 8, high: 8 }, '$4,600', '$400'],
    [1, { low: 5, high: 10 }, '$0.90 to $0.95', '$0.05 to $0.10'],
    [33, { low: 6.5, high: 100 }, '$0 to $30.86', '$2.15 to $33'],
    [10_000_000, { low: 0, high: 20 }, '$8,000,000 to $10,000,000', '$0 to $2,000,000'],
  ])('divides %d by %o', (sales, range, keep, commission) => {
    const share = shareOf(sales, range)
    expect(share && amountsText(share.keep)).toBe(keep)
    expect(share && amountsText(share.commission)).toBe(commission)
  })

  it.each([
    null,
    undefined,
    {},
    { low: 5 },
    { low: 5, high: null },
    { low: '5', high: '10' },
    { low: -1, high: 5 },
    { low: 5, high: 101 },
    { low: Number.NaN, high: 5 },
  ])('returns undefined for %o', (range) => {
    expect(shareOf(5000, range)).toBeUndefined()
  })
})

it('amounts are left-to-right and have the same format in every language', () => {
  expect(amountsText([4500, 4750.5], 'es-US-u-nu-latn')).toBe('$4,500–$4,750.50')
  expect(amountsText([4500, 4750.5], 'ar-US-u-nu-latn')).toBe('\u2066$4,500–$4,750.50\u2069')
})

it('fillIn replaces known placeholders once, and leaves unknown ones', () => {
  const values = { keep: '$1 {sales} $&', sales: '$2' }
  expect(fillIn('You keep {keep} of {sales}, {what}.', values)).toBe(
    'You keep $1 {sales} $& of $2, {what}.',
  )
  expect(fillIn('{constructor}', values)).toBe('{constructor}')
})
