import * as Icon from '@sanity/icons'
import type { ComponentType } from 'react'
import type { SchemaTypeDefinition } from 'sanity'

/** The icon of each type that editors meet in a list, a search or a menu. */
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
  branch: Icon.TagIcon,
  servicePage: Icon.ThLargeIcon,
  featurePage: Icon.CaseIcon,
  affiliateProgramme: Icon.TrendUpwardIcon,
  faqEntry: Icon.CommentIcon,
  helpArticle: Icon.BookIcon,
  legalPage: Icon.DocumentTextIcon,
  redirect: Icon.ArrowRightIcon,
  commissionRange: Icon.TagIcon,
  programmeFact: Icon.TrendUpwardIcon,
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
}

/** Gives types their icons. The schemas themselves know nothing of React. */
export function withIcons(types: SchemaTypeDefinition[]): SchemaTypeDefinition[] {
  return types.map((type) => {
    const icon = icons[type.name]
    return icon ? { ...type, icon } : type
  })
}
