import { english, languageFrom } from 'halvi-site/language/language'
import { expect, it } from 'vitest'
import { sitemap } from './sitemap.ts'

const arabic = languageFrom({ code: 'ar', name: 'العربية', letters: 'arabic' }) ?? english
const alternates = [
  ['en', '/'],
  ['ar', '/ar'],
  ['x-default', '/'],
]
  .map(
    ([tag, path]) =>
      `<xhtml:link rel="alternate" hreflang="${tag}" href="https://halvi.test${path}"/>`,
  )
  .join('')

it('lists pages in their languages with their modification times, and escapes special characters', () => {
  const xml = sitemap(
    'https://halvi.test',
    new Map([
      ['/', { languages: ['en', 'ar'], sitemap: true, changed: '2025-04-09T00:00:00Z' }],
      ['/waitlist', { languages: ['en'], sitemap: true }],
      ['/support/contact/sent', { languages: ['en', 'ar'], sitemap: false }],
      ['/services/a&b<c>"', { languages: ['en'], sitemap: true }],
    ]),
    [english, arabic],
  )
  expect([...xml.matchAll(/<url>.*<\/url>/g)].map(([url]) => url)).toEqual([
    ...['', '/ar'].map(
      (path) =>
        `<url><loc>https://halvi.test${path || '/'}</loc><lastmod>2025-04-09T00:00:00Z</lastmod>${alternates}</url>`,
    ),
    '<url><loc>https://halvi.test/waitlist</loc></url>',
    '<url><loc>https://halvi.test/services/a&amp;b%3Cc%3E%22</loc></url>',
  ])
})
