import { expect, it } from 'vitest'
import { readSeedDocuments } from '../../seed/documents.ts'
import { siteFactText } from './site-facts.ts'

const settings = readSeedDocuments().find(({ _type }) => _type === 'siteSettings')

it.each([
  ['payoutMinimum', '$50'],
  ['payoutSchedule', 'monthly'],
  ['payoutMethods', /, .+ or /],
  ['offerDeadline', 'Sep 15, 2025'],
  ['launchMonth', 'May 2025'],
  ['launchPlace', 'major US cities'],
  ['responseTime', /hours/],
  ['email', /@/],
  ['phone', /555/],
])('formats %s as visitors see it', (fact, expected) => {
  expect(siteFactText(fact, settings)).toMatch(expected)
  expect(siteFactText(fact, settings)).not.toBe(fact)
})

it('uses the settings, and a default text for a missing value', () => {
  expect(siteFactText('launchMonth', { launch: { month: '2027-06-01' } })).toBe('June 2027')
  expect(
    siteFactText('launchMonth', { launch: { month: '2027-06-01', monthWords: 'Q2 2027' } }),
  ).toBe('Q2 2027')
  expect(siteFactText('payoutMinimum', {})).toMatch(/to be announced/)
})
