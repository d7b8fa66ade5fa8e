import type { Section } from '../../content/shapes.ts'
import type { PagePart } from '../../route-handle.ts'

/**
 * Returns the parts of a page with these sections, so that it loads only their styles and scripts. In preview, staff
 * can add any section without loading the page again, so it has all parts.
 */
export function sectionParts(
  sections: readonly Section[],
  { now, inPreview }: { now: number; inPreview: boolean },
): PagePart[] {
  const has = (matches: (section: Section) => boolean) => inPreview || sections.some(matches)
  const hasTable = has(({ _type }) => _type === 'commissionsSection')
  const hasCountdown = has(
    (one) => one._type === 'countdownSection' && Date.parse(one.endsAt) > now,
  )
  return [
    'sections',
    ...(hasTable ? (['commissions'] as const) : []),
    ...(hasCountdown ? (['islands'] as const) : []),
  ]
}
