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

/** What a page's own style element holds, and the files that hold the rest. */
export interface PageStyles {
  text: string
  files: string[]
}

interface Sheet {
  text: string
  file: string
}

const everyPage: Sheet = { text, file }
/** What pages other than the landing page show, which has no byte to give away. */
const otherPages: Sheet = { text: pagesText, file: pagesFile }

const sheets: Record<PagePart, Sheet> = {
  landing: { text: landingText, file: landingFile },
  form: { text: formText, file: formFile },
  commissions: { text: commissionsText, file: commissionsFile },
  islands: { text: islandsText, file: islandsFile },
}

/**
 * Returns the styles for a response, by the parts of its page: inline on a first visit; files, which are cached from then
 * on, for visitors from another page of this site (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/).
 */
export function stylesFor({ headers }: Request): (parts: readonly PagePart[]) => PageStyles {
  const comesFromHere = headers.get('sec-fetch-site') === 'same-origin'
  // While developing, Vite replaces the files as they change.
  return comesFromHere || import.meta.env.DEV
    ? (parts) => ({ text: '', files: sheetsOf(parts).map(({ file }) => file) })
    : (parts) => ({
        text: sheetsOf(parts)
          .map(({ text }) => text)
          .join(''),
        files: [],
      })
}

function sheetsOf(parts: readonly PagePart[]): Sheet[] {
  const isLanding = parts.includes('landing')
  return [everyPage, ...(isLanding ? [] : [otherPages]), ...parts.map((part) => sheets[part])]
}
