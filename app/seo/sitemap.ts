import { listedPages, pageAddress } from '../addresses.ts'
import type { SITEMAP_QUERY_RESULT } from '../content/sanity.types.ts'

/** Returns the sitemap of all live canonical paths (https://www.sitemaps.org/protocol.html). */
export function sitemap(
  siteUrl: string,
  pages: SITEMAP_QUERY_RESULT,
  livePaths: readonly string[] = listedPages,
): string {
  const entries = [
    ...listedPages
      .filter((path) => livePaths.includes(path))
      .map((path) => ({ path, changed: undefined })),
    ...(Array.isArray(pages) ? pages : []).flatMap(({ _type, slug, _updatedAt: changed }) => {
      const path = typeof slug === 'string' && pageAddress(_type, slug)
      return path ? [{ path, changed: typeof changed === 'string' ? changed : undefined }] : []
    }),
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
