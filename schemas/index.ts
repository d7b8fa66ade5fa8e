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
import { heading, keyFeature, linkCard } from './objects/cards.ts'
import { contactDetails, phoneNumber } from './objects/contact.ts'
import { countLabels, dailyCounter, dashboard, growingFigure } from './objects/dashboard.ts'
import { challenge } from './objects/dates/challenge.ts'
import { launch, launchOffer } from './objects/dates/launch.ts'
import { commissionRange, datedSentence, programmeFact, siteFact } from './objects/facts.ts'
import { figure } from './objects/figure.ts'
import { formPrivacy, nextSteps } from './objects/forms.ts'
import { identity } from './objects/identity.ts'
import { joinCard } from './objects/joinCard.ts'
import { navGroup, navLink, socialLink } from './objects/links.ts'
import { payouts } from './objects/payouts.ts'
import { numberRange, percentageRange } from './objects/range.ts'
import { seo } from './objects/seo.ts'
import { richText, shortText } from './objects/text.ts'
import { affiliateApplyPage, applySuccess } from './pages/affiliateApplyPage.ts'
import {
  affiliateModes,
  affiliatesPage,
  leaderboard,
  leaderboardEntry,
} from './pages/affiliatesPage.ts'
import { calculatorPage } from './pages/calculatorPage.ts'
import { comingSoonPage } from './pages/comingSoonPage.ts'
import { confirmationPage, onboardingConfirmation } from './pages/confirmationPage.ts'
import {
  gallery,
  landingButtons,
  landingPage,
  proof,
  proofPart,
  waitlistDialog,
} from './pages/landingPage.ts'
import { notFoundPage } from './pages/notFoundPage.ts'
import { onboardingPage, onboardingSections } from './pages/onboardingPage.ts'
import {
  contactCard,
  contactPage,
  contactSuccess,
  faqPage,
  helpCentre,
} from './pages/supportPages.ts'
import { waitlistPage } from './pages/waitlistPage.ts'

/** Documents that exist exactly once. */
const singletons: SchemaTypeDefinition[] = [
  siteSettings,
  landingPage,
  comingSoonPage,
  waitlistPage,
  confirmationPage,
  onboardingPage,
  affiliatesPage,
  affiliateApplyPage,
  helpCentre,
  faqPage,
  contactPage,
  calculatorPage,
  notFoundPage,
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

const objects: SchemaTypeDefinition[] = [
  affiliateModes,
  applySuccess,
  challenge,
  commissionRange,
  contactCard,
  contactDetails,
  contactSuccess,
  countLabels,
  dailyCounter,
  dashboard,
  figure,
  formPrivacy,
  gallery,
  growingFigure,
  heading,
  identity,
  joinCard,
  keyFeature,
  landingButtons,
  launch,
  launchOffer,
  leaderboard,
  leaderboardEntry,
  linkCard,
  navGroup,
  navLink,
  nextSteps,
  numberRange,
  onboardingConfirmation,
  onboardingSections,
  payouts,
  percentageRange,
  phoneNumber,
  programmeFact,
  proof,
  proofPart,
  richText,
  seo,
  shortText,
  siteFact,
  datedSentence,
  socialLink,
  waitlistDialog,
]

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
