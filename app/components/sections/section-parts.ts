import type { Section } from '../../content/shapes.ts'
import { timeOf } from '../../dates/time.ts'
import type { PagePart } from '../../route-handle.ts'

interface Options {
  now: number
  inPreview: boolean
}

/** The sections whose styles the landing page always has. */
const onLandingPage: readonly Section['_type'][] = [
  ...(['cardsSection', 'proofSection', 'metricsSection', 'joinSection', 'faqSection'] as const),
]

/** Returns the parts of the landing page: only its own, unless it has sections that it does not start with. */
export function landingParts(sections: readonly Section[], options: Options): PagePart[] {
  const isUsual = sections.every(({ _type }) => onLandingPage.includes(_type))
  const others = isUsual && !options.inPreview ? [] : sectionParts(sections, options)
  return [...new Set<PagePart>(['landing', 'islands', ...others])]
}

/**
 * Returns the parts of a page with these sections, so that it loads only their styles and scripts. In preview, staff
 * can add any section without loading the page again, so it has all parts.
 */
export function sectionParts(
  sections: readonly Section[],
  { now, inPreview }: Options,
): PagePart[] {
  const has = (matches: (section: Section) => boolean) => inPreview || sections.some(matches)
  const hasTable = has(({ _type }) => _type === 'commissionsSection')
  const hasCountdown = has((one) => one._type === 'countdownSection' && timeOf(one.endsAt) > now)
  const hasForm = has((one) => one._type === 'heroSection' && one.startsApplication === true)
  const hasDialog = has((one) => one._type === 'joinSection' && one.dialog !== null)
  return [
    ...(hasDialog ? (['landing'] as const) : []),
    'sections',
    ...(hasForm ? (['form'] as const) : []),
    ...(hasTable ? (['commissions'] as const) : []),
    ...(hasCountdown ? (['islands'] as const) : []),
  ]
}
