import type { SITEMAP_QUERY_RESULT } from './content/sanity.types.ts'

/** Paths with a route of their own; the others come from the content. */
const fixedPaths = [
  '/',
  '/index',
  '/waitlist',
  '/onboarding',
  '/affiliates',
  '/affiliates/regular',
  '/affiliates/challenge',
  '/affiliates/creator',
  '/affiliate/apply/regular',
  '/affiliate/apply/creator',
  '/affiliate/apply/challenge',
  '/support/help',
  '/support/faq',
  '/support/contact',
]

/** The feature page that lives among the services. */
const professionalApply = 'professional-apply'

/** Every canonical path of the site as a sitemap, https://www.sitemaps.org/protocol.html. */
export function sitemap(siteUrl: string, pages: SITEMAP_QUERY_RESULT): string {
  const entries = [
    ...fixedPaths.map((path) => ({ path, changed: undefined })),
    ...pages.services.map(({ slug, _updatedAt }) => ({
      path: `/services/${slug}`,
      changed: _updatedAt,
    })),
    ...pages.features.map(({ slug, _updatedAt }) => ({
      path: slug === professionalApply ? '/services/professional/apply' : `/business/${slug}`,
      changed: _updatedAt,
    })),
    ...pages.legal.map(({ slug, _updatedAt }) => ({
      path: `/support/${slug}`,
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
