import { canonicalPath, pageSlug, pagesOf, pageTypes } from '../addresses.ts'
import { english, isEnglish, type Language } from '../language/language.ts'
import { addressIn } from '../language/local-path.ts'
import { onceFor } from '../once-for.ts'
import { pages } from '../pages.ts'
import type { ContentReader } from './content-reader.ts'
import { ADDRESSES_QUERY } from './queries/addresses.ts'
import type { ADDRESSES_QUERY_RESULT } from './sanity.types.ts'

/** A page that exists in the content. */
export interface SitePage {
  sitemap: boolean
  /** The codes of the languages in which it is published. */
  languages: readonly string[]
  /** When its document was last published, as ISO 8601. Absent for a page without a document. */
  changed?: string
}

/**
 * Returns the pages that exist, by their canonical paths, in the order of the list of pages. The map is built again
 * only after a change.
 *
 * @throws ContentError
 */
export async function readPages(
  content: Pick<ContentReader, 'fetch'>,
): Promise<ReadonlyMap<string, SitePage>> {
  return pagesByPath(await content.fetch(ADDRESSES_QUERY, { types: pageTypes }))
}

const pagesByPath = onceFor((documents: ADDRESSES_QUERY_RESULT) => {
  const found = new Map<string, SitePage>()
  const languagesOfType = (type: string | undefined) =>
    documents.find(({ _type }) => _type === type)?.languages ?? [english.code]
  for (const { path, sitemap, always, document } of pages) {
    if (always) found.set(path, { sitemap, languages: languagesOfType(document) })
  }
  for (const { changed, unlisted, languages, ...document } of documents) {
    for (const { path, sitemap, frame } of pagesOf(document)) {
      // A page that consists of two documents exists in the languages of both.
      const both = frame
        ? languages.filter((code) => languagesOfType(frame).includes(code))
        : languages
      found.set(path, { sitemap: sitemap && unlisted !== true, changed, languages: both })
    }
  }
  return found
})

/**
 * Returns the languages of the page at a path without prefix, English first. Returns an empty list for a path without
 * a page.
 */
export function languagesOf(
  path: string,
  pages: ReadonlyMap<string, SitePage>,
  languages: readonly Language[],
): Language[] {
  const page = pages.get(canonicalPath(path) ?? `/${pageSlug(path)}`)
  return languages.filter(({ code }) => page?.languages.includes(code))
}

/** Returns the paths of the pages that exist in English, but not in a language. */
export const untranslatedPages = (
  pages: ReadonlyMap<string, SitePage>,
  language: Language,
): string[] =>
  isEnglish(language)
    ? []
    : [...pages]
        .filter(([, { languages }]) => !languages.includes(language.code))
        .map(([path]) => path)

/** A page in the sitemap, with the languages in which it exists. */
interface ListedPage {
  path: string
  changed: string | undefined
  languages: Language[]
}

/** Returns the pages in the sitemap, in the order of the list of pages. */
export function pagesInSitemap(
  pages: ReadonlyMap<string, SitePage>,
  languages: readonly Language[],
): ListedPage[] {
  // The Studio rejects such a page, because its address belongs to the language.
  const isInOtherLanguage = (path: string) =>
    languages.some((one) => !isEnglish(one) && `${path}/`.startsWith(`${addressIn(one, '/')}/`))
  return [...pages]
    .filter(([path, { sitemap }]) => sitemap && !isInOtherLanguage(path))
    .map(([path, { changed, languages: codes }]) => {
      const own = languages.filter(({ code }) => codes.includes(code))
      return { path, changed, languages: own }
    })
}
