import type { SchemaTypeDefinition } from '@sanity/types'
import type { Addresses } from './addresses.ts'
import { affiliateProgramme } from './documents/affiliateProgramme.ts'
import { branch } from './documents/branch.ts'
import { faqEntry } from './documents/faqEntry.ts'
import { featurePage } from './documents/featurePage.ts'
import { helpArticle } from './documents/helpArticle.ts'
import { legalPage } from './documents/legalPage.ts'
import { redirect } from './documents/redirect.ts'
import { servicePage } from './documents/servicePage.ts'
import { siteSettings } from './documents/siteSettings.ts'
import * as cards from './objects/cards.ts'
import * as contact from './objects/contact.ts'
import * as dashboard from './objects/dashboard.ts'
import * as dates from './objects/dates.ts'
import * as facts from './objects/facts.ts'
import { joinCard } from './objects/joinCard.ts'
import * as links from './objects/links.ts'
import * as text from './objects/text.ts'
import * as affiliates from './pages/affiliatesPage.ts'
import { calculatorPage } from './pages/calculatorPage.ts'
import { comingSoonPage } from './pages/comingSoonPage.ts'
import * as forms from './pages/formPages.ts'
import * as landing from './pages/landingPage.ts'
import * as support from './pages/supportPages.ts'

/** Documents that exist exactly once. */
const singletons: SchemaTypeDefinition[] = [
  siteSettings,
  landing.landingPage,
  comingSoonPage,
  forms.waitlistPage,
  forms.confirmationPage,
  forms.onboardingPage,
  affiliates.affiliatesPage,
  forms.affiliateApplyPage,
  support.helpCentre,
  support.faqPage,
  support.contactPage,
  calculatorPage,
  support.notFoundPage,
]

const documents = (addresses: Addresses): SchemaTypeDefinition[] => [
  branch,
  servicePage(addresses),
  featurePage(addresses),
  affiliateProgramme,
  faqEntry,
  helpArticle,
  legalPage(addresses),
  redirect(addresses),
]

/** What documents are made of: every other type that these files export. */
const objects = [cards, contact, dashboard, dates, facts, { joinCard }, links, text]
  .concat([affiliates, forms, landing, support] as never)
  .flatMap((file): SchemaTypeDefinition[] => Object.values(file))
  .filter(({ type }) => type !== 'document')
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/**
 * Every type of Halvi's content, in no meaningful order.
 *
 * @param addresses where pages are: what is typed as an address must fit in with them
 */
export function schemaTypes(addresses: Addresses): SchemaTypeDefinition[] {
  return [...singletons, ...documents(addresses), ...objects]
}

/**
 * The types of which exactly one document exists. Its `_id` equals the name of its type; it is
 * neither created, duplicated nor deleted by hand.
 */
export const singletonTypes: readonly string[] = singletons.map((type) => type.name)
