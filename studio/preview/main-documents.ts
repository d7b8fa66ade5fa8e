import { type DocumentResolver, defineDocuments } from 'sanity/presentation'

/** The one document that a page is made of, found by its address; the first match counts. */
export const mainDocuments = defineDocuments([
  { route: ['/', '/business'], type: 'landingPage' },
  { route: '/index', type: 'comingSoonPage' },
  { route: '/waitlist', type: 'waitlistPage' },
  { route: '/confirmation', type: 'confirmationPage' },
  { route: '/onboarding', type: 'onboardingPage' },
  { route: '/affiliates', type: 'affiliatesPage' },
  { route: '/affiliate/apply/:key/submitted', type: 'affiliateApplyPage' },
  byKey('/affiliates/:key'),
  byKey('/affiliate/apply/:key'),
  {
    route: '/services/professional/apply',
    filter: '_type == "featurePage" && slug.current == "professional-apply"',
  },
  bySlug('/services/:slug', 'servicePage'),
  bySlug('/business/:slug', 'featurePage'),
  { route: '/support/help', type: 'helpCentre' },
  { route: '/support/faq', type: 'faqPage' },
  { route: ['/support/contact', '/support/contact/sent'], type: 'contactPage' },
  bySlug('/support/:slug', 'legalPage'),
])

function bySlug(route: string, type: string): DocumentResolver {
  return {
    route,
    filter: `_type == "${type}" && slug.current == $slug`,
    params: ({ params }) => ({ slug: params.slug ?? '' }),
  }
}

function byKey(route: string): DocumentResolver {
  return {
    route,
    filter: '_type == "affiliateProgramme" && key == $key',
    params: ({ params }) => ({ key: params.key ?? '' }),
  }
}
