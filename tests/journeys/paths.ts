/** Pages that show content and run nothing. */
export const contentPaths = [
  '/index',
  '/services/local',
  '/services/mall',
  '/services/eats',
  '/services/rides',
  '/services/professional',
  '/services/therapist',
  '/services/counselor',
  '/services/professional/apply',
  '/business/seller',
  '/business/affiliates',
  '/business/driver',
  '/business/commission',
  '/support/help',
  '/support/faq',
  '/support/terms',
  '/support/privacy',
  '/affiliates',
  '/affiliates/regular',
  '/affiliates/challenge',
  '/affiliates/creator',
  '/support/contact/sent',
  '/affiliate/apply/regular/submitted',
]

/** Pages with parts that script brings to life. */
export const livePaths = ['/', '/confirmation']

/** Pages with a form. */
export const formPaths = [
  '/waitlist',
  '/onboarding',
  '/support/contact',
  '/affiliate/apply/regular',
  '/affiliate/apply/creator',
  '/affiliate/apply/challenge',
]

/** Every page with an address of its own. */
export const canonicalPaths = [...contentPaths, ...livePaths, ...formPaths]

/** Pages that tell of something done; search engines are not led to them. */
export const unlistedPaths = ['/support/contact/sent', '/affiliate/apply/regular/submitted']
