import { fixedPages, pageAddress } from 'halvi-schemas/addresses.js'
import type { SITEMAP_QUERY_RESULT } from './content/sanity.types.ts'

/** Every canonical path of the site as a sitemap, https://www.sitemaps.org/protocol.html. */
export function sitemap(siteUrl: string, pages: SITEMAP_QUERY_RESULT): string {
  const entries = [
    ...fixedPages.map((path) => ({ path, changed: undefined })),
    ...pages.map(({ _type, slug, _updatedAt }) => ({
      path: pageAddress(_type, slug) ?? '/',
      changed: _updatedAt,
    })),
  ]
  const urls = entries.map(({ path, changed }) => {
    const modified = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''
    return `<url><loc>${escapeXml(new URL(path, siteUrl).href)}</loc>${modified}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
