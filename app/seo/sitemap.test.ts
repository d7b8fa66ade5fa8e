import { expect, it } from 'vitest'
import { sitemap } from './sitemap.ts'

it('lists pages with their modification times, and escapes special characters', () => {
  const xml = sitemap(
    'https://halvi.test',
    new Map([
      ['/', { sitemap: true, changed: '2025-04-09T00:00:00Z' }],
      ['/waitlist', { sitemap: true }],
      ['/support/contact/sent', { sitemap: false }],
      ['/services/a&b<c>"', { sitemap: true }],
    ]),
  )
  expect([...xml.matchAll(/<url>.*<\/url>/g)].map(([url]) => url)).toEqual([
    '<url><loc>https://halvi.test/</loc><lastmod>2025-04-09T00:00:00Z</lastmod></url>',
    '<url><loc>https://halvi.test/waitlist</loc></url>',
    '<url><loc>https://halvi.test/services/a&amp;b%3Cc%3E%22</loc></url>',
  ])
})
