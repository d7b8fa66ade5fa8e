import type { SitePage } from '../content/site-addresses.ts'

/** Returns the sitemap of all listed pages (https://www.sitemaps.org/protocol.html). */
export function sitemap(siteUrl: string, pages: ReadonlyMap<string, SitePage>): string {
  const urls = [...pages]
    .filter(([, { sitemap }]) => sitemap)
    .map(([path, { changed }]) => {
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
