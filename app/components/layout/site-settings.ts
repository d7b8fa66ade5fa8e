import type { SETTINGS_QUERY_RESULT } from '../../content/sanity.types.ts'

/** The site settings as the root loader returns them; null or absent while content is unreachable. */
export type SiteSettings = SETTINGS_QUERY_RESULT | undefined

/** The brand's name where the settings can't be read. */
export const fallbackName = 'Halvi'
