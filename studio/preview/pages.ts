import { pageAddress } from 'halvi-schemas/addresses.js'

/** What of a document tells where it is shown. */
export interface Shown {
  slug?: string | undefined
  key?: string | undefined
}

/** A page of the site. */
export interface SitePage {
  title: string
  /** A path, with the anchor of the part that is meant. */
  href: string
}

const applications = ['regular', 'creator', 'challenge']

/** Documents that are always shown at the same addresses, the main one first. */
const fixed: Readonly<Record<string, readonly SitePage[]>> = {
  landingPage: [{ title: 'Landing page', href: '/' }],
  comingSoonPage: [{ title: 'What is coming', href: '/index' }],
  waitlistPage: [{ title: 'Waitlist', href: '/waitlist' }],
  confirmationPage: [{ title: 'Confirmation', href: '/confirmation' }],
  onboardingPage: [{ title: 'Business onboarding', href: '/onboarding' }],
  affiliatesPage: [{ title: 'Affiliate programmes', href: '/affiliates' }],
  affiliateApplyPage: applications.flatMap((key) => [
    { title: `Application: ${key}`, href: `/affiliate/apply/${key}` },
    { title: `Application sent: ${key}`, href: `/affiliate/apply/${key}/submitted` },
  ]),
  helpCentre: [{ title: 'Help Center', href: '/support/help' }],
  faqPage: [{ title: 'Questions', href: '/support/faq' }],
  contactPage: [
    { title: 'Contact', href: '/support/contact' },
    { title: 'Message sent', href: '/support/contact/sent' },
  ],
  notFoundPage: [{ title: 'Page not found', href: '/page-not-found' }],
  siteSettings: [{ title: 'Landing page', href: '/' }],
  branch: [
    { title: 'What is coming', href: '/index' },
    { title: 'Commissions', href: '/business/commission' },
  ],
}

/** The pages on which a document of a type is shown, the main one first; none for what has no page. */
export function pagesOf(type: string, { slug, key }: Shown): readonly SitePage[] {
  const pages = fixed[type]
  if (pages) return pages
  const address = pageAddress(type, slug)
  if (address) return [{ title: address, href: address }]
  if (type === 'faqEntry' && slug) return [{ title: 'Questions', href: `/support/faq#${slug}` }]
  if (type === 'helpArticle' && slug) {
    return [{ title: 'Help Center', href: `/support/help#${slug}` }]
  }
  if (type === 'affiliateProgramme' && key) {
    return [
      { title: `Programme: ${key}`, href: `/affiliates/${key}` },
      { title: `Application: ${key}`, href: `/affiliate/apply/${key}` },
    ]
  }
  return []
}

/** The types of which documents are shown on pages. */
export const shownTypes = [
  ...Object.keys(fixed),
  'servicePage',
  'featurePage',
  'legalPage',
  'faqEntry',
  'helpArticle',
  'affiliateProgramme',
]
