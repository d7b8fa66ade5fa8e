import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { interestOptions, waitlistDefaults } from 'halvi-leads/forms/waitlist'
import { linkedPath } from 'halvi-site/addresses'
import { isInEnglish } from 'halvi-site/words/marks'
import { wordsOf } from 'halvi-site/words/words'
import { describe, expect, it } from 'vitest'
import { waitlistAddress } from '../app/components/sections/join-address.ts'
import { readSeedDocuments, readSeedOriginals } from './documents.ts'

const documents = readSeedDocuments()

const get = (id: string) => {
  const found = documents.find((document) => document._id === id)
  if (!found) throw new Error(`The seed has no ${id}`)
  return found
}

/** Returns every string inside a value, without ids, keys, types, and references. */
function words(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    /^_(id|key|type|ref)$/.test(key) ? [] : words(child),
  )
}

/** Returns every object inside a value that has the field. */
function objectsWith(value: unknown, field: string): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap((child) => objectsWith(child, field))
  return field in value ? [value as Record<string, unknown>, ...inside] : inside
}

/** The English documents. Translations have their texts. */
const originals = readSeedOriginals()

const allWords = originals.flatMap(words)

const count = (text: string | RegExp) =>
  allWords.filter((candidate) =>
    typeof text === 'string' ? candidate.includes(text) : text.test(candidate),
  ).length

describe('seed', () => {
  it('has metadata for each image, so that the first start need not decode images', () => {
    const assets = JSON.parse(readFileSync(new URL('assets.json', import.meta.url), 'utf8'))
    const folder = new URL('images/screens/', import.meta.url)
    const ids = readdirSync(folder).map((name) => {
      const sha1 = createHash('sha1').update(readFileSync(new URL(name, folder)))
      return `image-${sha1.digest('hex')}`
    })
    expect(Object.keys(assets).sort()).toEqual(ids.sort())
    for (const id of ids) {
      expect(assets[id].metadata).toMatchObject({
        lqip: expect.stringMatching(/^data:/),
        blurHash: expect.any(String),
        thumbHash: expect.any(String),
        palette: {},
        isOpaque: expect.any(Boolean),
      })
    }
  })

  it('has a unique key for every object in an array', () => {
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if (Array.isArray(value)) {
        const objects = value.filter((item) => typeof item === 'object')
        const keys = objects.map((item) => item._key)
        expect(keys.every((key) => typeof key === 'string' && key !== '')).toBe(true)
        expect(new Set(keys).size).toBe(objects.length)
      }
      Object.values(value).forEach(check)
    }
    documents.forEach(check)
  })

  it('has the commissions and programs of the specification as numbers', () => {
    const commission = (key: string) => get(`branch-${key}`).commission
    expect(commission('local')).toMatchObject({ low: 5, high: 10 })
    expect(commission('mall')).toMatchObject({ low: 8, high: 15 })
    expect(commission('eats')).toMatchObject({ low: 15, high: 20 })
    expect(commission('rides')).toMatchObject({ low: 10, high: 20 })
    expect(commission('professionals')).toBeUndefined()
    expect(commission('insurance')).toBeUndefined()
    expect(get('program-regular')).toMatchObject({ rate: 20, orderLimit: 40_000 })
    expect(get('program-creator')).toMatchObject({ rate: 10, minimumFollowers: 5000 })
    expect(get('program-challenge')).toMatchObject({
      rate: 40,
      rateMonths: 16,
      challenge: { participants: 10, days: 4, startsAt: '2025-05-30T12:00:00.000Z' },
    })
  })

  it.each([
    ['a percentage', /\d\s?%|\w\s+percent\b/],
    ['an amount of dollars', /\$\s?\d+(?!\d*K)/],
    ['a limit or a number of followers', /\b(40|5),?000\b/],
    [
      'a count of months, days or places',
      /\b(4|10|16|four|ten|sixteen) (months|days|participants|places)/i,
    ],
    ['a deadline', /\bSep(tember)? 15\b/],
    ['the start of the challenge', /\bMay 30\b/],
  ])('does not write %s in texts, but refers to the fact', (_, pattern) => {
    expect(allWords.filter((text) => pattern.test(text))).toEqual([])
  })

  it.each([
    'Your Halal Lifestyle, All in One Place',
    'Empowering the Halal Economy',
    '2025-05-01',
    'major US cities',
    'a year of free store management features',
    '2-3 business days',
    'PayPal',
    '$40K of orders',
    'Join the Halvi Movement',
    'Check the Affiliate Programs',
    'Continue to Application',
    "You're on the Halvi Waitlist!",
    'Link copied to clipboard!',
    'Apply to Setup on Halvi Before Launch',
    'Apply to Join Halvi',
    '1-2 sentences',
    'Message Sent!',
    "Thank you for reaching out. We'll get back to you as soon as possible.",
    'Send Another Message',
    'Schedule a Partnership Meeting',
    'Special Affiliate',
    'Back to all programs',
    'Oops! Page not found',
  ])('has the text %s in exactly one place', (text) => {
    expect(count(text)).toBe(1)
  })

  it('links from the footer to every page that the specification lists there', () => {
    const links = objectsWith(get('siteSettings').footerGroups, '_ref')
    const paths = links.map(({ _ref }) => {
      const { _type, slug } = get(String(_ref))
      return linkedPath({ _type: String(_type), slug: (slug as { current?: string })?.current })
    })
    expect(paths).toEqual([
      '/services/local',
      '/services/mall',
      '/services/eats',
      '/services/rides',
      '/services/professional',
      '/services/therapist',
      '/services/counselor',
      '/services/professional/apply',
      '/business/seller',
      '/business/affiliates',
      '/business/driver',
      '/business/commission',
      '/support/help',
      '/support/faq',
      '/support/contact',
      '/support/terms',
      '/support/privacy',
    ])
  })

  it('has five sample entries, six questions and six rotating words', () => {
    expect(get('affiliatesPage').leaderboard).toHaveProperty('entries.length', 5)
    expect(get('faqPage').entries).toHaveLength(6)
    expect(get('landingPage').rotatingWords).toEqual([
      'user',
      'business owner',
      'affiliate',
      'content creator',
      'partner',
      'professional',
    ])
  })

  it('prefills forms only with values that the form accepts', () => {
    const links = documents.flatMap((document) => [
      ...objectsWith(document, 'query').map(({ query }) => `/waitlist?${query}`),
      ...objectsWith(document, 'button')
        .filter(({ interests, customInterest }) => interests ?? customInterest)
        .map(waitlistAddress),
    ])
    const prefilled = links.filter((href) => href.startsWith('/waitlist?'))
    expect(prefilled.length).toBeGreaterThan(8)
    for (const link of prefilled) {
      const { searchParams } = new URL(link, 'https://halvi.test')
      const defaults = waitlistDefaults(searchParams, interestOptions)
      const values = [defaults.interests, defaults.custom_interest].flat().filter(Boolean)
      expect(values, link).toEqual([...searchParams.values()])
    }
  })

  it('mentions dates only in sentences that depend on the date', () => {
    const facts = documents
      .flatMap((document) => objectsWith(document, 'fact'))
      .map(({ fact }) => fact)
    expect(facts).not.toHaveLength(0)
    expect(facts).not.toContain('launchMonth')
    expect(facts).not.toContain('offerDeadline')
    expect(facts).not.toContain('startsAt')
    expect(documents.flatMap((document) => objectsWith(document, 'about')).length).toBeGreaterThan(
      5,
    )
  })
})

it.each(['ar', 'es'])('the seed is complete in the language %s', (code) => {
  const words = documents.find(({ _id }) => _id === `words-${code}`)
  expect(
    Object.values(wordsOf(words, { code })).flatMap(Object.values).filter(isInEnglish),
  ).toEqual([])
  const translated = documents
    .filter(({ language }) => language === code)
    .map(({ _id }) => _id.replace(`-${code}`, ''))
  const expected = originals.filter(({ _type }) => _type !== 'redirect').map(({ _id }) => _id)
  expect(translated.sort()).toEqual(expected.sort())
})
