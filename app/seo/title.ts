import { fallbackName, type SiteSettings } from '../components/layout/site-settings.ts'

/** The matches that Remix passes to `meta`. */
export type Matches = readonly { id: string; data?: unknown }[]

/** Returns the name of the site. */
export function brandOf(matches: Matches): string {
  const site = matches.find(({ id }) => id === 'root')?.data as
    | { settings?: SiteSettings }
    | undefined
  return site?.settings?.facts?.name || fallbackName
}

/** Returns the title of a page with the name of the site, unless the title has it already. */
export const brandedTitle = (title: string, brand: string): string =>
  title.includes(brand) ? title : [title, brand].filter(Boolean).join(' | ')
