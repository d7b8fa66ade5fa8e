import * as Icon from '@sanity/icons'
import { isTranslatable } from 'halvi-schemas'
import type { ComponentType } from 'react'
import type { Rule, SanityDocument, SchemaTypeDefinition } from 'sanity'
import { DatedInput } from './dates/dated-input.tsx'
import { SiteFactChip } from './facts/fact-chip.tsx'
import { RichTextInput } from './inputs/rich-text-input.tsx'
import { TableInput } from './inputs/table-input.tsx'
import { QuestionPlaces } from './preview/question-places.tsx'
import { SearchPreview } from './preview/search-preview.tsx'
import { checkTexts } from './translations/check-texts.ts'

const icons: Record<string, ComponentType> = {
  siteSettings: Icon.CogIcon,
  landingPage: Icon.HomeIcon,
  comingSoonPage: Icon.RocketIcon,
  waitlistPage: Icon.ComposeIcon,
  confirmationPage: Icon.CheckmarkCircleIcon,
  onboardingPage: Icon.CaseIcon,
  affiliatesPage: Icon.UsersIcon,
  affiliateApplyPage: Icon.ComposeIcon,
  helpCentre: Icon.BookIcon,
  faqPage: Icon.HelpCircleIcon,
  calculatorPage: Icon.BillIcon,
  contactPage: Icon.EnvelopeIcon,
  notFoundPage: Icon.UnknownIcon,
  page: Icon.DocumentIcon,
  branch: Icon.TagIcon,
  servicePage: Icon.ThLargeIcon,
  businessPage: Icon.CaseIcon,
  affiliateProgram: Icon.TrendUpwardIcon,
  faqEntry: Icon.CommentIcon,
  helpArticle: Icon.BookIcon,
  legalPage: Icon.DocumentTextIcon,
  redirect: Icon.ArrowRightIcon,
  words: Icon.TranslateIcon,
  commissionRange: Icon.TagIcon,
  programFact: Icon.TrendUpwardIcon,
  datedSentence: Icon.ClockIcon,
  siteFact: Icon.CogIcon,
  figure: Icon.ImageIcon,
  gallery: Icon.ImagesIcon,
  heading: Icon.BlockquoteIcon,
  joinCard: Icon.StarIcon,
  keyFeature: Icon.StarIcon,
  leaderboardEntry: Icon.HashIcon,
  linkCard: Icon.LinkIcon,
  navGroup: Icon.MenuIcon,
  navLink: Icon.LinkIcon,
  payouts: Icon.CreditCardIcon,
  percentageRange: Icon.BillIcon,
  socialLink: Icon.ShareIcon,
  table: Icon.ThListIcon,
  heroSection: Icon.StarIcon,
  textSection: Icon.BlockContentIcon,
  pictureSection: Icon.ImageIcon,
  quoteSection: Icon.BlockquoteIcon,
  cardsSection: Icon.ThLargeIcon,
  stepsSection: Icon.OlistIcon,
  logosSection: Icon.ImagesIcon,
  comparisonSection: Icon.ThListIcon,
  faqSection: Icon.HelpCircleIcon,
  commissionsSection: Icon.BillIcon,
  screensSection: Icon.MobileDeviceIcon,
  countdownSection: Icon.ClockIcon,
  joinSection: Icon.RocketIcon,
  proofSection: Icon.CheckmarkCircleIcon,
  metricsSection: Icon.ActivityIcon,
}

const components: Record<string, object> = {
  launch: { input: DatedInput },
  launchOffer: { input: DatedInput },
  challenge: { input: DatedInput },
  siteFact: { preview: SiteFactChip },
  faqEntry: { input: QuestionPlaces },
  seo: { input: SearchPreview },
  richText: { input: RichTextInput },
}

/** The inputs of single fields, by type and field. */
const fieldInputs: Record<string, Record<string, object>> = {
  table: { rows: TableInput },
  comparisonSection: { rows: TableInput },
}

/** Returns the types with icons and React components added. The schemas themselves don't depend on React. */
export const decorateTypes = (types: SchemaTypeDefinition[]): SchemaTypeDefinition[] =>
  types.map((type) => {
    const { name } = type
    const fields = 'fields' in type ? type.fields : undefined
    return {
      ...type,
      ...(isTranslatable(type) && {
        validation: (rule: Rule) => rule.custom<SanityDocument>(checkTexts).warning(),
      }),
      ...(icons[name] && { icon: icons[name] }),
      ...(components[name] && { components: components[name] }),
      ...(fieldInputs[name] && {
        fields: fields?.map((field) => {
          const input = fieldInputs[name]?.[field.name]
          return input ? { ...field, components: { input } } : field
        }),
      }),
    } as SchemaTypeDefinition
  })
