import { pagesInSitemap, type SitePage } from 'halvi-site/content/site-addresses'
import { english, type Language } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'

/**
 * Returns the sitemap of all listed pages in all their languages (https://www.sitemaps.org/protocol.html), each with
 * its alternates (https://developers.google.com/search/docs/specialty/international/localized-versions).
 */
export function sitemap(
  siteUrl: string,
  pages: ReadonlyMap<string, SitePage>,
  languages: readonly Language[],
): string {
  const urls = pagesInSitemap(pages, languages).flatMap(
    ({ path, changed, languages: inLanguages }) => {
      const modified = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''
      const urlIn = (language: Language) =>
        escapeXml(new URL(addressIn(language, path), siteUrl).href)
      const alternates = [...inLanguages.map(({ tag }) => tag), 'x-default'].map((tag, index) => {
        const href = urlIn(inLanguages[index] ?? english)
        return `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`
      })
      const links = inLanguages.length > 1 ? alternates.join('') : ''
      return inLanguages.map(
        (language) => `<url><loc>${urlIn(language)}</loc>${modified}${links}</url>`,
      )
    },
  )
  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset ${namespaces}>`,
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
