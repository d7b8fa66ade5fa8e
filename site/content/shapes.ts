import type { Facts } from './fact-lookup.ts'
import type {
  AFFILIATES_QUERY_RESULT,
  CONTACT_QUERY_RESULT,
  FAQ_QUERY_RESULT,
  HELP_QUERY_RESULT,
  LANDING_QUERY_RESULT,
  LEGAL_QUERY_RESULT,
  SERVICE_QUERY_RESULT,
  ShortText,
} from './sanity.types.ts'

// Names for parts of query results that several views use. A projection from queries/fragments.ts has the same type
// in every query.

type Service = NonNullable<SERVICE_QUERY_RESULT>
type Landing = NonNullable<LANDING_QUERY_RESULT>
type Card = SectionOf<'cardsSection'>['cards'][number]

/** A few paragraphs with inserted facts. */
export type { ShortText } from './sanity.types.ts'
/** Paragraphs, headings, lists and links with inserted facts. */
export type RichText = NonNullable<LEGAL_QUERY_RESULT>['body']
/** One piece of a text: words. `walk` has replaced the references to facts. */
export type TextChild = NonNullable<ShortText[number]['children']>[number]
/** A key feature with its text. */
export type KeyFeature = Service['keyFeatures'][number]
/** A call-to-action card that links to a form. */
export type JoinCardContent = NonNullable<Service['joinCard']>
/** A branch with its color, its rate, and its first page. */
export type Branch = SectionOf<'commissionsSection'>['branches'][number]
/** A question of the FAQ with its answer. */
export type FaqEntry = NonNullable<FAQ_QUERY_RESULT>['entries'][number]
/** A card with a link. */
export type LinkCardContent = Omit<Card, 'screen'> & Partial<Pick<Card, 'screen'>>
/** Facts and parts of the settings that a page shows, by name. */
export type PageFacts<Name extends keyof Facts> = { [Key in Name]: Facts[Key] | null }
/** A page with a form. */
export type WithPrivacy = PageFacts<'privacy'>
/** A form's privacy note. */
export type FormPrivacy = Facts['privacy']
/** The live metrics: their source, their ranges, and their labels. */
export type LiveMetricsContent = NonNullable<Facts['dashboard']>
/** The steps that follow after a form is sent. */
export type NextSteps = NonNullable<
  NonNullable<NonNullable<CONTACT_QUERY_RESULT>['success']>['next']
>
/** A heading with a line of text below it. */
export type HeadingContent = NonNullable<SectionOf<'faqSection'>['heading']>
/** An article of the Help Center. */
export type HelpArticle = NonNullable<HELP_QUERY_RESULT>['articles'][number]
/** A page's title, description, and image for search engines and shared links. */
export type Seo = Omit<Service['seo'], 'intro'> & {
  /** The page's introduction. Used as the description if the page has none. */
  intro?: ShortText | string | null
}
/** An image asset with crop and hotspot. */
export type Image = Pick<Figure, 'asset' | 'crop' | 'hotspot'>
/** An image with alternative text and a caption. */
export type Figure = NonNullable<Service['figure']>
/** The content of the affiliates page, shared by all its modes. */
export type AffiliatesContent = NonNullable<AFFILIATES_QUERY_RESULT>
/** The challenge: its start, its duration, and the number of participants. */
export type Challenge = NonNullable<Program['challenge']>
/** One of the affiliate programs. */
export type Program = AffiliatesContent['programs'][number]
/** The numbers that define an affiliate program. */
export type ProgramNumbers = Pick<
  Program,
  'rate' | 'rateMonths' | 'orderLimit' | 'minimumFollowers' | 'challenge'
>
/** The texts of the challenge's leaderboard, and its sample entries. */
export type LeaderboardContent = NonNullable<NonNullable<AFFILIATES_QUERY_RESULT>['leaderboard']>
/** An app screenshot. */
export type Screenshot = NonNullable<Landing['gallery']>['screens'][number]

/** A section of a page. The landing page can have all of them. */
export type Section = Landing['sections'][number]
/** A section of one type, such as `quoteSection`. */
export type SectionOf<Type extends Section['_type']> = Extract<Section, { _type: Type }>
