import { describe, expect, it } from 'vitest'
import { defaultWords } from '../words/words.ts'
import { type Fact, factText } from './facts.ts'
import { rangeText } from './percents.ts'

const program = (fact: string, value: unknown, timeZone = ''): Fact => ({
  ...{ _type: 'programFact', fact, value, timeZone },
})
const site = (fact: string, value: unknown): Fact => ({ _type: 'siteFact', fact, value })
const range = (range: { low?: number | null; high?: number | null } | null): Fact => ({
  ...{ _type: 'commissionRange', range },
})

describe('factText', () => {
  it.each([
    [range({ low: 5, high: 10 }), '5-10%'],
    [program('rate', 20), '20%'],
    [program('orderLimit', 40_000), '40,000'],
    [program('rateMonths', 16), '16'],
    [{ ...program('days', 4), unit: 'dayCount' } as Fact, '4 days'],
    [{ ...program('days', 1), unit: 'dayCount' } as Fact, '1 day'],
    [{ ...program('days', null), unit: 'dayCount' } as Fact, 'to be announced'],
    [{ ...program('days', 4), unit: 'weekCount' } as Fact, '4'],
    [{ ...program('days', 4), unit: 'constructor' } as Fact, '4'],
    [program('startsAt', '2025-05-30T12:00:00.000Z', 'America/Chicago'), '7am May 30, 2025'],
    [program('startsAt', '2025-05-30T12:30:00.000Z', 'America/Chicago'), '7:30am May 30, 2025'],
    [site('payoutMinimum', 50), '$50'],
    [site('payoutMinimum', 1000), '$1,000'],
    [site('offerDeadline', '2025-09-15'), 'Sep 15, 2025'],
    [site('responseTime', 'within 24 hours'), 'within 24 hours'],
    [site('payoutMethods', ['cash', 'PayPal', 'checks']), 'cash, PayPal, or checks'],
    [site('payoutMethods', ['cash', 'PayPal']), 'cash or PayPal'],
    [site('phone', '+1 214-555-0142'), '+1 214-555-0142'],
  ])('returns a fact as part of a sentence: %#', (fact, text) => {
    expect(factText(fact)).toBe(text)
  })

  it.each([
    [range(null), 'a share to be announced'],
    [range({ low: null, high: null }), 'a share to be announced'],
    [program('rate', null), 'to be announced'],
    [program('startsAt', null), 'a time to be announced'],
    [program('winnerTitle', null), 'Affiliate'],
    [site('offerBenefit', undefined), 'a benefit to be announced'],
    [site('payoutSchedule', ''), 'on a schedule to be announced'],
    [site('payoutMethods', []), 'methods to be announced'],
    [site('constructor', null), 'to be announced'],
  ])('returns a fallback for a fact that staff have removed: %#', (fact, text) => {
    expect(factText(fact)).toBe(text)
  })

  it.each([
    ['es-US-u-nu-latn', range({ low: 8, high: 15 }), '8–15%'],
    ['es-US-u-nu-latn', site('offerDeadline', '2025-09-15'), '15 de septiembre de 2025'],
    ['es-US-u-nu-latn', site('payoutMethods', ['A', 'B', 'C']), 'A, B o C'],
    ['es-US-u-nu-latn', program('startsAt', '2025-05-30T12:00:00Z'), /^30 de mayo de 2025.*12:00/],
    // Numbers with units keep their direction, without marks of their own.
    ['ar-US-u-nu-latn', range({ low: 8, high: 15 }), '\u20668–15%\u2069'],
    ['ar-US-u-nu-latn', range({ low: 6.5, high: 6.5 }), '\u20666.5%\u2069'],
    ['ar-US-u-nu-latn', site('payoutMinimum', 50), '\u2066$50\u2069'],
    ['ar-US-u-nu-latn', site('phone', '+1 214-555-0142'), '\u2066+1 214-555-0142\u2069'],
    ['ar-US-u-nu-latn', program('orderLimit', 40_000), '40,000'],
    ['ar-US-u-nu-latn', site('launchMonth', '2025-05'), 'مايو 2025'],
    ['ar-US-u-nu-latn', site('reviewTime', ''), 'وقت'],
  ])('returns a fact in the language of %s: %#', (locale, fact, text) => {
    const facts = { ...defaultWords.facts, reviewTime: 'وقت' }
    expect(factText(fact, { locale, facts })).toEqual(
      typeof text === 'string' ? text : expect.stringMatching(text),
    )
  })

  it('returns an invalid date unchanged', () => {
    expect(factText(site('offerDeadline', 'soon'))).toBe('soon')
  })
})

describe('rangeText', () => {
  it('returns one number if both ends are equal, and accepts zero', () => {
    expect(rangeText({ low: 8, high: 8 })).toBe('8%')
    expect(rangeText({ low: 0, high: 5 })).toBe('0-5%')
    expect(rangeText({ low: 5 })).toBeUndefined()
  })
})
