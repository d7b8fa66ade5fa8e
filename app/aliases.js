// JavaScript, because remix.config.js reads it before anything is built.

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
