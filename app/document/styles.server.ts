import type { PagePart } from '../route-handle.ts'
import text from '../styles.css?inline'
import file from '../styles.css?url'
import formText from '../styles-form.css?inline'
import formFile from '../styles-form.css?url'
import islandsText from '../styles-islands.css?inline'
import islandsFile from '../styles-islands.css?url'

/** What a page's own style element holds, and the files that hold the rest. */
export interface PageStyles {
  text: string
  files: string[]
}

const sheets: Record<PagePart, { text: string; file: string }> = {
  form: { text: formText, file: formFile },
  islands: { text: islandsText, file: islandsFile },
}

/** Must be in the page itself: a browser decides on it before a file has come. */
const transition =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/**
 * The styles for the answer to a request, as a function of what the page has beyond content. Whoever
 * comes from another page of this site (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/) gets the
 * files, which are cached from then on.
 */
export function stylesFor({ headers }: Request): (parts: readonly PagePart[]) => PageStyles {
  const comesFromHere = headers.get('sec-fetch-site') === 'same-origin'
  // While developing, Vite replaces the files as they change.
  return comesFromHere || import.meta.env.DEV
    ? (parts) => ({ text: transition, files: [file, ...parts.map((part) => sheets[part].file)] })
    : (parts) => ({
        text: [transition, text, ...parts.map((part) => sheets[part].text)].join(''),
        files: [],
      })
}
