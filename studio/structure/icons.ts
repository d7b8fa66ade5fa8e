import {
  ArrowRightIcon,
  BillIcon,
  BlockquoteIcon,
  BookIcon,
  CaseIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  CogIcon,
  CommentIcon,
  ComposeIcon,
  CreditCardIcon,
  DocumentTextIcon,
  EnvelopeIcon,
  HashIcon,
  HelpCircleIcon,
  HomeIcon,
  ImageIcon,
  ImagesIcon,
  LinkIcon,
  MenuIcon,
  RocketIcon,
  ShareIcon,
  StarIcon,
  TagIcon,
  ThLargeIcon,
  TrendUpwardIcon,
  UnknownIcon,
  UsersIcon,
} from '@sanity/icons'
import type { ComponentType } from 'react'
import type { SchemaTypeDefinition } from 'sanity'

/** The icon of each type that editors meet in a list, a search or a menu. */
const icons: Record<string, ComponentType> = {
  siteSettings: CogIcon,
  landingPage: HomeIcon,
  comingSoonPage: RocketIcon,
  waitlistPage: ComposeIcon,
  confirmationPage: CheckmarkCircleIcon,
  onboardingPage: CaseIcon,
  affiliatesPage: UsersIcon,
  affiliateApplyPage: ComposeIcon,
  helpCentre: BookIcon,
  faqPage: HelpCircleIcon,
  calculatorPage: BillIcon,
  contactPage: EnvelopeIcon,
  notFoundPage: UnknownIcon,
  branch: TagIcon,
  servicePage: ThLargeIcon,
  featurePage: CaseIcon,
  affiliateProgramme: TrendUpwardIcon,
  faqEntry: CommentIcon,
  helpArticle: BookIcon,
  legalPage: DocumentTextIcon,
  redirect: ArrowRightIcon,
  commissionRange: TagIcon,
  programmeFact: TrendUpwardIcon,
  datedSentence: ClockIcon,
  siteFact: CogIcon,
  figure: ImageIcon,
  gallery: ImagesIcon,
  heading: BlockquoteIcon,
  joinCard: StarIcon,
  keyFeature: StarIcon,
  leaderboardEntry: HashIcon,
  linkCard: LinkIcon,
  navGroup: MenuIcon,
  navLink: LinkIcon,
  payouts: CreditCardIcon,
  percentageRange: BillIcon,
  socialLink: ShareIcon,
}

/** Gives types their icons. The schemas themselves know nothing of React. */
export function withIcons(types: SchemaTypeDefinition[]): SchemaTypeDefinition[] {
  return types.map((type) => {
    const icon = icons[type.name]
    return icon ? { ...type, icon } : type
  })
}
