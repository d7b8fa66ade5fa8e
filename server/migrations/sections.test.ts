import { expect, it } from 'vitest'
import migrateSections from './sections.ts'

const heading = (title: string) => ({ _type: 'heading', title })
const text = [{ _type: 'block', _key: 'b', children: [] }]
const card = { _type: 'joinCard', title: 'Join', secret: 1 }
const steps = [{ _type: 'keyFeature', _key: 'a', title: 'One' }]
const entries = [{ _type: 'reference', _key: 'q', _ref: 'faq-a' }]

const feature = {
  ...{ _id: 'drafts.feature-seller', _type: 'featurePage', _rev: 'r', title: 'Sell' },
  ...{ intro: text, keyFact: text, figure: { _type: 'figure', alt: 'A screen' } },
  ...{ keyFeatures: steps, showCommissions: true, joinCard: card, unknown: [1] },
}
const hero = { _type: 'heroSection', _key: 'hero', placement: 'beside', showButtons: true }

it('turns the fields of a business page into sections, and keeps its other fields', () => {
  expect(migrateSections(feature)).toEqual({
    ...{ _id: 'drafts.feature-seller', _type: 'featurePage', _rev: 'r', title: 'Sell' },
    unknown: [1],
    sections: [
      { ...hero, text, keyFact: text, figure: feature.figure },
      { _type: 'commissionsSection', _key: 'commissions', calculator: true },
      { _type: 'stepsSection', _key: 'features', steps, numbered: false },
      { _type: 'joinSection', _key: 'join', card },
    ],
  })
})

it('makes no sections of fields that are missing, and drops a table that was off', () => {
  const page = { _type: 'featurePage', showCommissions: false, keyFact: null }
  expect(migrateSections(page)).toEqual({ _type: 'featurePage', sections: [hero] })
})

it('turns the fields of the landing page into sections below its hero', () => {
  const proof = { _type: 'proof', title: 'Proof', parts: [], secret: 2 }
  const dialog = { _type: 'waitlistDialog', title: 'Join?' }
  const page = {
    ...{ _id: 'versions.r.landingPage', _type: 'landingPage', badge: 'Badge', secret: 3 },
    ...{ benefitsHeading: heading('For'), benefits: [{ _key: 'c' }], proof, waitlistCard: card },
    ...{ dialog, faqHeading: heading('FAQ'), faq: entries },
  }
  expect(migrateSections(page)).toEqual({
    ...{ _id: 'versions.r.landingPage', _type: 'landingPage', badge: 'Badge', secret: 3 },
    sections: [
      { _type: 'cardsSection', _key: 'benefits', heading: heading('For'), cards: [{ _key: 'c' }] },
      { ...proof, _type: 'proofSection', _key: 'proof' },
      { _type: 'metricsSection', _key: 'metrics' },
      { _type: 'joinSection', _key: 'waitlist', card, dialog },
      { _type: 'faqSection', _key: 'questions', heading: heading('FAQ'), entries },
    ],
  })
})

it('changes nothing when it runs again, and no document of another type', () => {
  expect(migrateSections(migrateSections(feature) ?? feature)).toBeUndefined()
  expect(migrateSections({ ...feature, _type: 'servicePage' })).toBeUndefined()
  expect(migrateSections({ ...feature, _type: 'constructor' })).toBeUndefined()
})

it('puts the sections before those that a page already has', () => {
  const added = { _type: 'textSection', _key: 't' }
  const page = { _type: 'featurePage', joinCard: card, sections: [added] }
  expect(migrateSections(page)?.sections).toEqual([
    hero,
    { _type: 'joinSection', _key: 'join', card },
    added,
  ])
})
