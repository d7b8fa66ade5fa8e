// JavaScript, because remix.config.js reads it before anything is built.

/** Pages that exist whatever the content says, in the order of the sitemap. */
export const fixedPages = [
  '/',
  '/index',
  '/waitlist',
  '/onboarding',
  '/confirmation',
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

/**
 * Short addresses and the canonical path that each one answers `301` to.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const aliases = {
  '/local': '/services/local',
  '/mall': '/services/mall',
  '/eats': '/services/eats',
  '/rides': '/services/rides',
  '/professional': '/services/professional',
  '/therapist': '/services/therapist',
  '/counselor': '/services/counselor',
  '/professional/apply': '/services/professional/apply',
  '/driver': '/business/driver',
  '/commission': '/business/commission',
  '/help': '/support/help',
  '/faq': '/support/faq',
  '/contact': '/support/contact',
  '/terms': '/support/terms',
  '/privacy': '/support/privacy',
}

/** What else answers requests: other views of pages, files, and the server's own addresses. */
const taken =
  /^\/(business|support\/contact\/sent|affiliate\/apply\/[^/]+\/submitted|gallery\.json|robots\.txt|sitemap\.xml|figures|healthz|readyz|metrics)$|^\/(studio|assets|images|files|preview|v\d[^/]*)(\/|$)/

/** @param {string} path a path without query. True where no document can have its address. */
export function isTaken(path) {
  return fixedPages.includes(path) || Object.hasOwn(aliases, path) || taken.test(path)
}

/** @type {Readonly<Record<string, string>>} */
const folders = { servicePage: '/services', featurePage: '/business', legalPage: '/support' }

/** The types of which each document is a page, at an address made of its slug. */
export const typesWithAddress = Object.keys(folders)

/**
 * The path of a document's page.
 *
 * @param {string} type
 * @param {string | undefined} slug
 * @returns {string | undefined} undefined for a document that is no page, or has no slug yet
 */
export function pageAddress(type, slug) {
  const folder = folders[type]
  if (!folder || !slug) return undefined
  // The one business page that lives among the services.
  if (type === 'featurePage' && slug === 'professional-apply') return '/services/professional/apply'
  return `${folder}/${slug}`
}
