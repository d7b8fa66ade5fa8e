/** A page of the site, or a group of pages with one page per document. */
export interface Page {
  /**
   * The canonical path. `:slug` and `:key` are fields of the page's document, `:program` is a program's key.
   * `:slug+` is a slug that may contain slashes.
   */
  path: string
  /** The title of the Studio's link from the document to the page. Without a title there is no link. */
  title?: string
  /** The type of the document that the page shows. */
  document: string
  /** Whether the page is in the sitemap. */
  sitemap: boolean
  /** The name of a further page of the same document, which links can choose. */
  view?: 'apply'
  /** The type of a second document of the page, which has texts that all these pages share. */
  frame?: string
  /** The page also exists without its document. */
  always?: true
}

export { programs } from 'halvi-leads/forms/programs'

/** Every page of the site, in the order of the sitemap. A new page is added here. */
export const pages: readonly Page[] = [
  { path: '/', title: 'Landing page', document: 'landingPage', sitemap: true },
  // A second address of the landing page.
  { path: '/business', document: 'landingPage', sitemap: false },
  { path: '/index', title: 'What’s Coming', document: 'comingSoonPage', sitemap: true },
  { path: '/waitlist', title: 'Waitlist', document: 'waitlistPage', sitemap: true, always: true },
  { path: '/onboarding', title: 'Business onboarding', document: 'onboardingPage', sitemap: true },
  {
    path: '/confirmation',
    title: 'Confirmation',
    document: 'confirmationPage',
    sitemap: false,
    always: true,
  },
  { path: '/affiliates', title: 'Affiliate programs', document: 'affiliatesPage', sitemap: true },
  {
    path: '/affiliates/:key',
    title: 'Program: :key',
    document: 'affiliateProgram',
    frame: 'affiliatesPage',
    sitemap: true,
  },
  {
    path: '/affiliate/apply/:key',
    title: 'Application: :key',
    document: 'affiliateProgram',
    frame: 'affiliateApplyPage',
    view: 'apply',
    sitemap: true,
  },
  {
    path: '/affiliate/apply/:program/submitted',
    title: 'Application sent: :program',
    document: 'affiliateApplyPage',
    sitemap: false,
  },
  { path: '/support/help', title: 'Help Center', document: 'helpCentre', sitemap: true },
  { path: '/support/faq', title: 'FAQ', document: 'faqPage', sitemap: true },
  { path: '/support/contact', title: 'Contact', document: 'contactPage', sitemap: true },
  { path: '/support/contact/sent', title: 'Message sent', document: 'contactPage', sitemap: false },
  { path: '/services/:slug', title: '/services/:slug', document: 'servicePage', sitemap: true },
  {
    path: '/business/commission/calculator',
    title: 'Commission calculator',
    document: 'calculatorPage',
    sitemap: true,
  },
  { path: '/business/:slug', title: '/business/:slug', document: 'businessPage', sitemap: true },
  { path: '/support/:slug', title: '/support/:slug', document: 'legalPage', sitemap: true },
  // Pages that staff build from sections, at any address that no other entry has.
  { path: '/:slug+', title: '/:slug+', document: 'page', sitemap: true },
]

/** Short addresses, each with the canonical path that it redirects to (`301`). */
export const aliases: Readonly<Record<string, string>> = {
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
