import type { SETTINGS_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import { english } from 'halvi-site/language/language'
import { describe, expect, it } from 'vitest'
import { pageMeta } from './meta.ts'

const settings = {
  facts: { name: 'Halvi' },
  description: 'A platform.',
} as SETTINGS_QUERY_RESULT
const images = { projectId: 'halvi', dataset: 'production', baseUrl: '/' }
const site = { settings, siteUrl: 'https://halvi.test', images, words: null }
const root = { id: 'root', data: { ...site, language: english, languages: [english] } }
/** Returns the matches that Remix passes for a page at an address. */
const matchesOf = (pathname: string) => [
  { ...root, pathname },
  { id: 'page', pathname },
]
const seo = { title: 'Commissions', description: 'What each branch charges.', image: null }
const image = {
  crop: null,
  hotspot: null,
  asset: { _id: 'image-abc123-1600x900-png', width: 1600, height: 900 },
}

const head = (options: Partial<Parameters<typeof pageMeta>[0]> = {}) =>
  pageMeta({ matches: matchesOf('/business/commission'), seo, ...options })

describe('pageMeta', () => {
  it('returns the title, description, and addresses of a page', () => {
    expect(head()).toEqual(
      expect.arrayContaining([
        { title: 'Commissions | Halvi' },
        { name: 'description', content: 'What each branch charges.' },
        { tagName: 'link', rel: 'canonical', href: 'https://halvi.test/business/commission' },
        { property: 'og:url', content: 'https://halvi.test/business/commission' },
        { property: 'og:title', content: 'Commissions' },
        {
          property: 'og:image',
          content: expect.stringMatching(
            /^https:\/\/halvi\.test\/share\/business\/commission\.png\?v=halvi-\w+$/,
          ),
        },
        { property: 'og:image:alt', content: 'Commissions | Halvi' },
      ]),
    )
  })

  it.each([
    ['/Waitlist/', {}, '/waitlist'],
    ['/Services/eats', {}, '/services/eats'],
    ['/business', { path: '/' }, '/'],
    ['/', {}, '/'],
  ])('returns the canonical link for %s %o: %s', (pathname, options, path) => {
    const href = `https://halvi.test${path}`
    expect(head({ matches: matchesOf(pathname), ...options })).toContainEqual(
      expect.objectContaining({ rel: 'canonical', href }),
    )
  })

  it.each([
    ['/', 'https://halvi.test/images/halvi/production/abc123-1600x900.png?'],
    ['https://cdn.sanity.io', 'https://cdn.sanity.io/images/halvi/production/abc123-1600x900.png?'],
  ])('returns the absolute address of a chosen share image from %s', (baseUrl, address) => {
    const data = { ...root.data, images: { ...images, baseUrl } }
    const meta = head({
      matches: [{ id: 'root', pathname: '/', data }],
      seo: { ...seo, image },
    })
    const shared = meta.find((entry) => 'property' in entry && entry.property === 'og:image')
    expect(shared).toHaveProperty('content', expect.stringContaining(address))
  })

  it('excludes unlisted pages from search results', () => {
    const robots = { name: 'robots', content: 'noindex' }
    expect(head()).not.toContainEqual(robots)
    expect(head({ unlisted: true })).toContainEqual(robots)
  })

  it('returns nothing for an error page', () => {
    expect(head({ matches: [{ id: 'root', pathname: '/', data: undefined }] })).toEqual([])
    expect(head({ seo: undefined })).toEqual([])
  })
})
