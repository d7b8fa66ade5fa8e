import { fallbackName, type SiteSettings } from '../components/layout/site-settings.ts'

/** The matches that Remix passes to `meta`. */
export type Matches = readonly { id: string; data?: unknown }[]

/** Returns the data of the root loader, or undefined if it failed. */
export const siteOf = <Data = { settings?: SiteSettings }>(matches: Matches) =>
  matches.find(({ id }) => id === 'root')?.data as Data | undefined

/** Returns the name of the site. */
export const brandOf = (matches: Matches): string =>
  siteOf(matches)?.settings?.facts?.name || fallbackName

/** Returns the title of a page with the name of the site, unless the title has it already. */
export const brandedTitle = (title: string, brand: string): string =>
  title.includes(brand) ? title : [title, brand].filter(Boolean).join(' | ')
