import { hrefOf, type LinkTarget } from 'halvi-site/addresses'
import type { SETTINGS_QUERY_RESULT } from 'halvi-site/content/sanity.types'

/** The site settings from the root loader. Null or undefined while content is unreachable. */
export type SiteSettings = SETTINGS_QUERY_RESULT | undefined

/** The brand's name if the settings are unavailable. */
export const fallbackName = 'Halvi'

/** Returns the links of a menu that have a text and lead to an existing page or another site. */
export const shownLinks = <Item extends { label: string; to: LinkTarget | null }>(
  links: readonly Item[] = [],
): Item[] => links.filter(({ label, to }) => label && hrefOf(to))
