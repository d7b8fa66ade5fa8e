import text from '../styles/styles.css?inline'
import file from '../styles/styles.css?url'

/** The stylesheet of all pages: its text, or the address of its file. */
export type PageStyles = { text: string } | { file: string }

/**
 * Returns the stylesheet for a page. It is inline on a first visit. Visitors from another page of this site get a
 * file that the browser caches (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/).
 */
export function stylesFor({ headers }: Request): PageStyles {
  const isFromThisSite = headers.get('sec-fetch-site') === 'same-origin'
  // A file in development, so that Vite can replace it when it changes.
  return isFromThisSite || import.meta.env.DEV ? { file } : { text }
}
