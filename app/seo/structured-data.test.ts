import type { SETTINGS_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import type { FaqEntry, Section } from 'halvi-site/content/shapes'
import { describe, expect, it } from 'vitest'
import { faqOf, faqPage, organization } from './structured-data.ts'

const site = 'https://halvi.test'

describe('organization', () => {
  it('skips social accounts without an address', () => {
    const settings = {
      facts: {
        name: 'Halvi',
        socialLinks: [
          { _key: 'a', network: 'instagram', url: 'https://instagram.com/halvi' },
          { _key: 'b', network: 'linkedin', url: null },
        ],
      },
    } as SETTINGS_QUERY_RESULT
    expect(organization(site, settings, null)).toMatchObject({
      '@type': 'Organization',
      url: site,
      sameAs: ['https://instagram.com/halvi'],
    })
  })
})

describe('faqPage', () => {
  it('returns answers as plain text', () => {
    const entry = {
      question: 'How much?',
      answer: [
        {
          _type: 'block',
          _key: 'a',
          children: [
            { _type: 'span', _key: 'b', text: 'Local takes ' },
            { _type: 'span', _key: 'c', text: '5-10%' },
          ],
        },
      ],
    } as unknown as FaqEntry
    expect(faqPage([entry]).mainEntity).toEqual([
      {
        '@type': 'Question',
        name: 'How much?',
        acceptedAnswer: { '@type': 'Answer', text: 'Local takes 5-10%' },
      },
    ])
  })
})

describe('faqOf', () => {
  it('contains only the questions that have room on the page', () => {
    const entries = Array.from({ length: 100 }, (_, n) => ({
      question: `Question ${n}`,
      answer: [],
    }))
    const sections = Array.from({ length: 60 }, () => ({ _type: 'faqSection', entries }))
    const [page] = faqOf(sections as unknown as Section[])
    expect(page?.mainEntity).toHaveLength(500)
  })
})
