import type { PagePart } from '../route-handle.ts'
import text from '../styles/styles.css?inline'
import file from '../styles/styles.css?url'
import commissionsText from '../styles/styles-commissions.css?inline'
import commissionsFile from '../styles/styles-commissions.css?url'
import formText from '../styles/styles-form.css?inline'
import formFile from '../styles/styles-form.css?url'
import islandsText from '../styles/styles-islands.css?inline'
import islandsFile from '../styles/styles-islands.css?url'
import landingText from '../styles/styles-landing.css?inline'
import landingFile from '../styles/styles-landing.css?url'
import pagesText from '../styles/styles-pages.css?inline'
import pagesFile from '../styles/styles-pages.css?url'
import sectionsText from '../styles/styles-sections.css?inline'
import sectionsFile from '../styles/styles-sections.css?url'

/** The text of a page's style element, and the addresses of its stylesheets. */
export interface PageStyles {
  text: string
  files: string[]
}

interface Sheet {
  text: string
  file: string
}

const everyPage: Sheet = { text, file }
/** The stylesheet of all pages except the usual landing page, which must stay small. */
const otherPages: Sheet = { text: pagesText, file: pagesFile }

const sheets: Record<PagePart, Sheet> = {
  landing: { text: landingText, file: landingFile },
  form: { text: formText, file: formFile },
  commissions: { text: commissionsText, file: commissionsFile },
  islands: { text: islandsText, file: islandsFile },
  sections: { text: sectionsText, file: sectionsFile },
}

/**
 * Returns a function from a page's parts to its styles. They are inline on a first visit. Visitors from another page
 * of this site get files that the browser caches (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/).
 */
export function stylesFor({ headers }: Request): (parts: readonly PagePart[]) => PageStyles {
  const isFromThisSite = headers.get('sec-fetch-site') === 'same-origin'
  // Files in development, so that Vite can replace them when they change.
  return isFromThisSite || import.meta.env.DEV
    ? (parts) => ({ text: '', files: sheetsOf(parts).map(({ file }) => file) })
    : (parts) => ({
        text: sheetsOf(parts)
          .map(({ text }) => text)
          .join(''),
        files: [],
      })
}

function sheetsOf(parts: readonly PagePart[]): Sheet[] {
  const isLanding = parts.includes('landing') && !parts.includes('sections')
  return [everyPage, ...(isLanding ? [] : [otherPages]), ...parts.map((part) => sheets[part])]
}
