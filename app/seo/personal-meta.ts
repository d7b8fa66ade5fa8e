import { brandedTitle, brandOf, type Matches } from './title.ts'

/**
 * Returns the head of a page with a personal link: only a title. The path must not appear in a canonical link or a
 * share image.
 */
export const personalMeta = (matches: Matches, title = '') => [
  { title: brandedTitle(title, brandOf(matches)) },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]
