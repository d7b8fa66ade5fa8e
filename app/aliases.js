// JavaScript, because remix.config.js imports it before the build.

/**
 * Short addresses, each with the canonical path that it redirects to (`301`).
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
  '/services': '/index',
  '/support': '/support/help',
  '/affiliate': '/affiliates',
  '/affiliate/apply': '/affiliates',
  '/driver': '/business/driver',
  '/commission': '/business/commission',
  '/help': '/support/help',
  '/faq': '/support/faq',
  '/contact': '/support/contact',
  '/terms': '/support/terms',
  '/privacy': '/support/privacy',
}
