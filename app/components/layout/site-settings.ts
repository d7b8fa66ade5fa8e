import type { SharedSettings } from '../../content/shared-content.server.ts'

/** The site settings as the root loader hands them on; null or absent while content is away. */
export type SiteSettings = SharedSettings | null | undefined

/** The brand's name where the settings can't be read. */
export const fallbackName = 'Halvi'
