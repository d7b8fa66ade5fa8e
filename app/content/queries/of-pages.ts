import { AFFILIATES_QUERY } from './affiliates.ts'
import {
  APPLY_QUERY,
  CONFIRMATION_QUERY,
  ONBOARDING_QUERY,
  WAITLIST_QUERY,
} from './applications.ts'
import { CALCULATOR_QUERY } from './calculator.ts'
import { COMING_SOON_QUERY, LANDING_QUERY } from './home.ts'
import { FEATURE_QUERY, PAGE_QUERY } from './sections.ts'
import { SERVICE_QUERY } from './services.ts'
import { CONTACT_QUERY, FAQ_QUERY, HELP_QUERY, LEGAL_QUERY } from './support.ts'

/** The main query of each page, by the page's path in app/pages.ts. Its parameters are those of the path. */
export const pageQueries: Readonly<Record<string, string>> = {
  '/': LANDING_QUERY,
  '/index': COMING_SOON_QUERY,
  '/waitlist': WAITLIST_QUERY,
  '/onboarding': ONBOARDING_QUERY,
  '/confirmation': CONFIRMATION_QUERY,
  '/affiliates': AFFILIATES_QUERY,
  '/affiliates/:key': AFFILIATES_QUERY,
  '/affiliate/apply/:key': APPLY_QUERY,
  '/affiliate/apply/:programme/submitted': APPLY_QUERY,
  '/support/help': HELP_QUERY,
  '/support/faq': FAQ_QUERY,
  '/support/contact': CONTACT_QUERY,
  '/support/contact/sent': CONTACT_QUERY,
  '/services/:slug': SERVICE_QUERY,
  '/services/professional/apply': FEATURE_QUERY,
  '/business/commission/calculator': CALCULATOR_QUERY,
  '/business/:slug': FEATURE_QUERY,
  '/support/:slug': LEGAL_QUERY,
  '/:slug+': PAGE_QUERY,
}
