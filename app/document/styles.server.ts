import text from '../styles.css?inline'
import file from '../styles.css?url'
import liveText from '../styles-live.css?inline'
import liveFile from '../styles-live.css?url'

/** What a page's own style element holds, and the files that hold the rest. */
export interface PageStyles {
  text: string
  files: string[]
}

/** Must be in the page itself: a browser decides on it before a file has come. */
const transition =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/**
 * The styles for the answer to a request, as a function of what the page is: `isInteractive` for one with a
 * form or islands. Whoever comes from another page of this site (Fetch Metadata,
 * https://www.w3.org/TR/fetch-metadata/) gets the files, which are cached from then on.
 */
export function stylesFor({ headers }: Request): (isInteractive: boolean) => PageStyles {
  const comesFromHere = headers.get('sec-fetch-site') === 'same-origin'
  // While developing, Vite replaces the files as they change.
  return comesFromHere || import.meta.env.DEV
    ? (isInteractive) => ({ text: transition, files: isInteractive ? [file, liveFile] : [file] })
    : (isInteractive) => ({ text: transition + text + (isInteractive ? liveText : ''), files: [] })
}
