import type { SETTINGS_QUERY_RESULT } from '../../content/sanity.types.ts'

/** The site settings from the root loader. Null or undefined while content is unreachable. */
export type SiteSettings = SETTINGS_QUERY_RESULT | undefined

/** The brand's name if the settings are unavailable. */
export const fallbackName = 'Halvi'
