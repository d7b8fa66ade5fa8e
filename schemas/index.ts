import type { SchemaTypeDefinition } from '@sanity/types'
import type { Addresses } from './addresses.ts'
import { codeFields } from './code-fields.ts'
import { affiliateProgram } from './documents/affiliateProgram.ts'
import { branch } from './documents/branch.ts'
import { businessPage } from './documents/businessPage.ts'
import { faqEntry } from './documents/faqEntry.ts'
import { helpArticle } from './documents/helpArticle.ts'
import { legalPage } from './documents/legalPage.ts'
import { mailMessage, messageKinds, replyTemplate } from './documents/messages.ts'
import { sectionPage } from './documents/page.ts'
import { redirect } from './documents/redirect.ts'
import { servicePage } from './documents/servicePage.ts'
import { siteSettings } from './documents/siteSettings.ts'
import { type SiteWords, words } from './documents/words.ts'
import { isTranslation } from './fields/language.ts'
import * as cards from './objects/cards.ts'
import * as contact from './objects/contact.ts'
import * as dashboard from './objects/dashboard.ts'
import * as dates from './objects/dates.ts'
import * as facts from './objects/facts.ts'
import { joinCard } from './objects/joinCard.ts'
import { link } from './objects/link.ts'
import * as links from './objects/links.ts'
import * as messages from './objects/messages.ts'
import { siteLanguage } from './objects/siteLanguage.ts'
import * as table from './objects/table.ts'
import * as text from './objects/text.ts'
import * as affiliates from './pages/affiliatesPage.ts'
import { calculatorPage } from './pages/calculatorPage.ts'
import { comingSoonPage } from './pages/comingSoonPage.ts'
import * as forms from './pages/formPages.ts'
import * as landing from './pages/landingPage.ts'
import * as support from './pages/supportPages.ts'
import { sectionObjects } from './sections/index.ts'
import { isTranslatable, nameOf, translatable } from './translatable.ts'

export { codeFields, isTranslatable, isTranslation, messageKinds, nameOf }

/** The types with exactly one document. */
const singletons = (siteWords: SiteWords): SchemaTypeDefinition[] => [
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
  words(siteWords),
]

const withAddresses = (addresses: Addresses): SchemaTypeDefinition[] => [
  branch,
  servicePage(addresses),
  sectionPage(addresses),
  businessPage(addresses),
  affiliateProgram,
  faqEntry,
  helpArticle,
  legalPage(addresses),
  mailMessage,
  replyTemplate,
  redirect(addresses),
  link(addresses),
  siteLanguage(addresses),
]

/** The object types, which are parts of documents: all other types that these files export. */
const objects = [cards, contact, dashboard, dates, facts, { joinCard }, links, table, text]
  .concat([affiliates, forms, landing, support, messages] as never)
  .flatMap((file): SchemaTypeDefinition[] => Object.values(file))
  .concat(sectionObjects)
  .filter(({ type }) => type !== 'document')
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/**
 * Returns all content types of the site. Their order has no meaning.
 *
 * @param addresses the site's routing rules, for the validation of slugs and redirects
 * @param siteWords the words of the site's code, which staff can replace
 */
export function schemaTypes(addresses: Addresses, siteWords: SiteWords): SchemaTypeDefinition[] {
  const documents = [...singletons(siteWords), ...withAddresses(addresses)]
  return [
    ...documents.map((type) => (isTranslatable(type) ? translatable(type) : type)),
    ...objects,
  ]
}

/**
 * The names of the types with exactly one document. The document's `_id` is the name of its type. Editors can't
 * create, duplicate, or delete it.
 */
export const singletonTypes: readonly string[] = singletons({
  groups: {},
  defaults: {},
  check: () => '',
}).map(({ name }) => name)
