import text from './styles.css?inline'
import file from './styles.css?url'

/** What a page's own style element holds, and the file that holds the rest. */
export interface PageStyles {
  text: string
  file?: string
}

/** Must be in the page itself: a browser decides on it before a file has come. */
const transition =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/**
 * The styles for an answer to this request. Whoever comes from another page of this site (Fetch
 * Metadata, https://www.w3.org/TR/fetch-metadata/) gets the file, which is cached from then on.
 */
export function stylesFor({ headers }: Request): PageStyles {
  const comesFromHere = headers.get('sec-fetch-site') === 'same-origin'
  // While developing, Vite replaces the file as it changes.
  return comesFromHere || import.meta.env.DEV
    ? { text: transition, file }
    : { text: transition + text }
}
