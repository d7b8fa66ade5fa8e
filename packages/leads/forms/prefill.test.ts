import { describe, expect, it } from 'vitest'
import * as card from '../../../schemas/objects/joinCard.ts'
import { plainWords } from '../../../schemas/validation/plain-words.ts'
import { businessTypeOptions } from './business-types.ts'
import { onboardingDefaults } from './onboarding.ts'
import { interestOptions, waitlistDefaults } from './waitlist.ts'

const nothing = { interests: [], custom_interest: '' }
const waitlist = (query: string) => waitlistDefaults(new URLSearchParams(query), interestOptions)
const onboarding = (query: string) => onboardingDefaults(new URLSearchParams(query))

describe('a link to the waitlist', () => {
  it.each([
    ['interest=shopOnHalvi&interest=openStore', ['openStore', 'shopOnHalvi']],
    ['interest=openStore&interest=openStore&interest=x', ['openStore']],
    ['interest=openstore&interest=&interest=__proto__', []],
    [`${'interest=openStore&'.repeat(1_000)}`, []],
    ['interests=openStore', []],
  ])('selects the options in %s', (query, interests) => {
    expect(waitlist(query)).toEqual({ ...nothing, interests })
  })

  it('does not select an option that is not shown', () => {
    const shown = interestOptions.filter(({ value }) => value !== 'investInHalvi')
    const params = new URLSearchParams('interest=investInHalvi')
    expect(waitlistDefaults(params, shown)).toEqual(nothing)
  })

  it.each([
    ['Drive with Halvi Rides', 'Drive with Halvi Rides'],
    [' Find a therapist, or offer sessions ', 'Find a therapist, or offer sessions'],
    ["L'épicerie d’Amina & sœurs (حلال)", "L'épicerie d’Amina & sœurs (حلال)"],
    ['Sell! When? Soon: today.', 'Sell! When? Soon: today.'],
    ['a'.repeat(200), 'a'.repeat(200)],
    ['a'.repeat(201), ''],
    ['a'.repeat(1_000_000), ''],
    ['<script>alert(1)</script>', ''],
    ['see https://evil.example', ''],
    ['ab\u202edc', ''],
    ['a\0b', ''],
    ['a\r\nb', ''],
    ['a\u200bb', ''],
    ['a\ufffdb', ''],
    ['"><img src=x onerror=alert(1)>', ''],
    ['   ', ''],
  ])('fills in plain text only, as forms in the Studio allow it: %j', (words, filled) => {
    expect(plainWords.test(words.trim())).toBe(filled !== '')
    const query = new URLSearchParams({ custom_interest: words })
    expect(waitlist(query.toString())).toEqual({ ...nothing, custom_interest: filled })
  })

  it('fills in nothing when a text parameter is repeated', () => {
    expect(waitlist('custom_interest=a&custom_interest=b')).toEqual(nothing)
    expect(waitlist('custom_interest=a&'.repeat(1_000))).toEqual(nothing)
  })
})

describe('a link to the business application', () => {
  it.each([
    ['business_type=store', 'store'],
    ['business_type=other', 'other'],
    ['business_type=spaceship', ''],
    ['business_type=store&business_type=store', ''],
    ['business_type=%00store', ''],
    ['', ''],
  ])('%j selects %j', (query, business_type) => {
    expect(onboarding(query)).toEqual({ business_type })
  })
})

describe('the options on a card in the Studio', () => {
  it('are the options of the forms', () => {
    const values = (options: readonly { value: string }[]) => options.map(({ value }) => value)
    expect(values(card.interests)).toEqual(values(interestOptions))
    expect(values(card.businessTypes)).toEqual(values(businessTypeOptions))
  })
})
