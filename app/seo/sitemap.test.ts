import { describe, expect, it } from 'vitest'
import type { SITEMAP_QUERY_RESULT } from '../content/sanity.types.ts'
import { sitemap } from './sitemap.ts'

const page = (_type: SITEMAP_QUERY_RESULT[number]['_type'], slug: string) => ({
  _type,
  slug,
  _updatedAt: '2025-04-09T00:00:00Z',
})

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = '']) => location)
}

describe('sitemap', () => {
  const xml = sitemap('https://halvi.test', [
    page('servicePage', 'eats'),
    page('featurePage', 'professional-apply'),
    page('featurePage', 'seller'),
    page('legalPage', 'terms'),
  ])

  it('lists fixed pages and pages of the content with their canonical addresses', () => {
    expect(locations(xml)).toEqual(
      expect.arrayContaining([
        'https://halvi.test/',
        'https://halvi.test/waitlist',
        'https://halvi.test/services/eats',
        'https://halvi.test/services/professional/apply',
        'https://halvi.test/business/seller',
        'https://halvi.test/support/terms',
      ]),
    )
    expect(new Set(locations(xml)).size).toBe(locations(xml).length)
  })

  it('contains the modification time of a page’s content', () => {
    expect(xml).toContain(
      '<loc>https://halvi.test/services/eats</loc><lastmod>2025-04-09T00:00:00Z</lastmod>',
    )
  })

  it('escapes special characters in addresses', () => {
    const odd = sitemap('https://halvi.test', [page('servicePage', 'a&b<c>"')])
    expect(odd).toContain('<loc>https://halvi.test/services/a&amp;b%3Cc%3E%22</loc>')
  })
})
