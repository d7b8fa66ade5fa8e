import type {
  AFFILIATES_QUERY_RESULT,
  CONTACT_QUERY_RESULT,
  FAQ_QUERY_RESULT,
  FEATURE_QUERY_RESULT,
  GALLERY_QUERY_RESULT,
  HELP_QUERY_RESULT,
  LANDING_QUERY_RESULT,
  LEGAL_QUERY_RESULT,
  SERVICE_QUERY_RESULT,
} from './sanity.types.ts'

// Names for parts of query results that several views take. Projections shared in
// queries/fragments.ts have the same type wherever they appear.

type Service = NonNullable<SERVICE_QUERY_RESULT>
type Feature = NonNullable<FEATURE_QUERY_RESULT>
type Landing = NonNullable<LANDING_QUERY_RESULT>
type Benefit = Landing['benefits'][number]

/** A few paragraphs with inserted facts. */
export type ShortText = Service['description']
/** Paragraphs, headings, lists and links with inserted facts. */
export type RichText = NonNullable<LEGAL_QUERY_RESULT>['body']
/** One piece of a text: words, or a fact that is kept elsewhere. */
export type TextChild = NonNullable<ShortText[number]['children']>[number]
/** A key feature with its text. */
export type KeyFeature = Service['keyFeatures'][number]
/** A card that asks a reader to join. */
export type JoinCardContent = NonNullable<Service['joinCard']>
/** A branch, its colour, its rate and its first page. */
export type Branch = Feature['commissions'][number]
/** A question with its answer. */
export type FaqEntry = NonNullable<FAQ_QUERY_RESULT>['entries'][number]
/** A card that leads somewhere. */
export type LinkCardContent = Omit<Benefit, 'screen'> & Partial<Pick<Benefit, 'screen'>>
/** What a form says of what is sent with it. */
export type FormPrivacy = NonNullable<NonNullable<CONTACT_QUERY_RESULT>['privacy']>
/** What happens once a form is sent. */
export type NextSteps = NonNullable<
  NonNullable<NonNullable<CONTACT_QUERY_RESULT>['success']>['next']
>
/** A heading with a line beneath it. */
export type HeadingContent = NonNullable<Landing['faqHeading']>
/** An article of the Help Center. */
export type HelpArticle = NonNullable<HELP_QUERY_RESULT>['articles'][number]
/** What search engines and shared links show of a page. */
export type Seo = Omit<Service['seo'], 'intro'> & {
  /** The opening words of the page, which describe it where it has no description. */
  intro?: ShortText | string | null
}
/** An image of the content. */
export type Image = Pick<Figure, 'asset' | 'crop' | 'hotspot'>
/** An image with what it shows in words. */
export type Figure = NonNullable<Service['figure']>
/** What the modes of the affiliates' page share. */
export type AffiliatesContent = NonNullable<AFFILIATES_QUERY_RESULT>
/** When the challenge runs, and with how many people. */
export type Challenge = NonNullable<Programme['challenge']>
/** One of the affiliate programmes. */
export type Programme = AffiliatesContent['programmes'][number]
/** The figures that make an affiliate programme. */
export type ProgrammeNumbers = Pick<
  Programme,
  'rate' | 'rateMonths' | 'orderLimit' | 'minimumFollowers' | 'challenge'
>
/** The sample entries of the challenge. */
export type LeaderboardContent = NonNullable<NonNullable<AFFILIATES_QUERY_RESULT>['leaderboard']>
/** The words around the screens of the apps, and how many those are. */
export type GalleryContent = NonNullable<Landing['gallery']>
/** One screen of the apps. */
export type Screen = NonNullable<GALLERY_QUERY_RESULT>[number]
