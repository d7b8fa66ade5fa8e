import type { Section } from 'halvi-site/content/shapes'
import { timeOf } from 'halvi-site/dates/time'
import type { NeededScript } from '../../route-handle.ts'

/**
 * Returns the scripts of a page with these sections. In preview, staff can add any section without loading the page
 * again, so it has all scripts.
 */
export function sectionScripts(
  sections: readonly Section[],
  { now, inPreview }: { now: number; inPreview: boolean },
): NeededScript[] {
  const has = (matches: (section: Section) => boolean) => inPreview || sections.some(matches)
  const hasForm = has((one) => one._type === 'heroSection' && one.startsApplication === true)
  const hasCountdown = has((one) => one._type === 'countdownSection' && timeOf(one.endsAt) > now)
  return [...(hasForm ? (['form'] as const) : []), ...(hasCountdown ? (['islands'] as const) : [])]
}
