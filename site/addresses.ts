import { isDecodable } from 'halvi-kit/percent-encoding'
import { languageFrom } from './language/language.ts'
import { aliases, type Page, pages, programs } from './pages.ts'
import { isServerPath } from './server-paths.ts'

/** The values for the parameters of a path or title, such as `:slug`, by name. */
export type Parameters = Readonly<Record<string, string | undefined>>

/** Replaces the parameters in a path or title. Returns undefined if a value is missing. */
export function fillParameters(text: string, parameters: Parameters): string | undefined {
  const names = Array.from(text.matchAll(/:([a-z]+)\b/g), ([, name = '']) => name)
  if (names.some((name) => !parameters[name])) return undefined
  return text.replace(/:([a-z]+)\b\+?/g, (_, name: string) => parameters[name] ?? '')
}

/** Returns whether an entry in the list of pages shows documents that are found by slug. */
const isFoundBySlug = ({ path }: Page) => path.includes(':slug')

/** Entries whose paths do not depend on the content. */
const fixedPages = pages.filter((page) => !isFoundBySlug(page))

/** Returns the paths of an entry that does not depend on documents' slugs. */
function pathsOf({ path }: Page): string[] {
  if (!path.includes(':')) return [path]
  return programs.flatMap((key) => fillParameters(path, { key, program: key }) ?? [])
}

/** Paths that do not depend on the content and are listed in the sitemap. */
export const listedPages: readonly string[] = fixedPages
  .filter(({ sitemap }) => sitemap)
  .flatMap(pathsOf)

/** Paths that do not depend on the content and are not in the sitemap: success pages and duplicate addresses. */
export const unlistedPages: readonly string[] = fixedPages
  .filter(({ sitemap }) => !sitemap)
  .flatMap(pathsOf)

/** The segments of each path in the list of pages, except of pages that are built from sections. */
const pathParts = pages.flatMap(({ path }) =>
  path.endsWith('+') ? [] : [path.split('/').filter(Boolean)],
)

/**
 * Returns the canonical path of a page, or undefined if no page has this path. Letter case and trailing slashes do
 * not matter.
 */
export function canonicalPath(path: string): string | undefined {
  const given = path.split('/').filter(Boolean)
  const found = pathParts.find(
    (parts) =>
      parts.length === given.length &&
      parts.every((part, index) => part.startsWith(':') || part === given[index]?.toLowerCase()),
  )
  if (!found) return undefined
  return `/${found.map((part, index) => (part.startsWith(':') ? given[index] : part)).join('/')}`
}

/** Returns whether a path is for personal links. They exist in each language. */
export const isPersonalPath = (path: string): boolean =>
  /^\/(confirm|me|unsubscribe|r)(\/|$)/.test(path)

/**
 * Returns whether a path already belongs to a page, an alias, or the server, so that no document can use it.
 *
 * @param path without query
 */
export function isTaken(path: string): boolean {
  const isPage = listedPages.includes(path) || unlistedPages.includes(path)
  return isPage || Object.hasOwn(aliases, path) || isServerPath(path) || isPersonalPath(path)
}

/** Returns whether a text can be the code of a language: a tag such as `ar` or `pt-br`, but not `en`. */
export const isLanguageCode = (code: string): boolean => languageFrom({ code }) !== undefined

/** One to five segments of letters and digits in any script, without capital letters, joined by single hyphens. */
const slugPattern =
  /^(?=.{1,100}$)[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*(\/[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*){0,4}$/u

/**
 * Returns the slug of the page that is built from sections and can be at a path. Returns undefined if the path belongs
 * to another kind of page, an alias, or the server, or has other characters. Letter case, encoding, and trailing
 * slashes do not matter.
 */
export function pageSlug(path: string): string | undefined {
  const normalized = normalizePath(path).toLowerCase()
  const slug = normalized.slice(1)
  if (!slugPattern.test(slug) || isTaken(normalized) || canonicalPath(normalized)) return undefined
  return slug
}

/** Returns an address's path for comparisons: decoded, in Unicode form NFC, without query, fragment, and trailing slashes. */
export function normalizePath(address: string): string {
  const path = address.replace(/[?#].*/s, '').replace(/(?<=[^/]|^\/)\/+$/, '')
  return (isDecodable(path) ? decodeURIComponent(path) : path).normalize('NFC')
}

/** Returns the target of an alias, or undefined for another path. */
export function aliasTarget(path: string): string | undefined {
  const key = path.replace(/(?<!\/)\/+$/, '').toLowerCase()
  return Object.hasOwn(aliases, key) ? aliases[key] : undefined
}

/** The document types that have a page. */
export const pageTypes: readonly string[] = [...new Set(pages.map(({ document }) => document))]

/** The document types with a page for each document, at an address that contains the document's slug. */
export const typesWithAddress: readonly string[] = [
  ...new Set(pages.filter(isFoundBySlug).map(({ document }) => document)),
]

/** A document that may have a page, with the fields that its path contains. */
export interface PageDocument {
  _type: string
  slug?: unknown
  key?: unknown
}

/** Returns the path of a document's page. Returns undefined for a document without its own page or slug. */
export function pageAddress(type: string, slug: string | undefined): string | undefined {
  const page = pages.find((one) => one.document === type && isFoundBySlug(one))
  return page && slug ? fillParameters(page.path, { slug }) : undefined
}

/**
 * Returns the path of the page that a link to a document opens, or undefined if it has none. Links have the key of a
 * document in `slug`.
 *
 * @param view a further page of the document
 */
export function linkedPath(
  { _type, slug, key = slug }: PageDocument,
  view?: string,
): string | undefined {
  if (typesWithAddress.includes(_type)) {
    return typeof slug === 'string' ? pageAddress(_type, slug) : undefined
  }
  const page = pages.find((one) => one.document === _type && one.view === view)
  return page && fillParameters(page.path, { key: typeof key === 'string' ? key : undefined })
}

/** The document types that links can refer to. */
export const linkTypes: readonly string[] = pageTypes.filter((_type) =>
  linkedPath({ _type, slug: 'any', key: 'any' }),
)

/** The target of a link, as queries select it: a page of this site, or an outside address. */
export interface LinkTarget {
  page: PageDocument | null
  view: string | null
  query: string | null
  anchor: string | null
  url: string | null
}

/** Returns the current address of a link's target. Returns an empty string for a page that does not exist. */
export function hrefOf(link: LinkTarget | null | undefined): string {
  const { page, view, query, anchor, url } = link ?? {}
  if (!page) return url ?? ''
  const path = linkedPath(page, view || undefined)
  return path ? path + (query ? `?${query}` : '') + (anchor ? `#${anchor}` : '') : ''
}

/** A page of the site that exists. */
export interface ExistingPage {
  path: string
  /** Whether the page is in the sitemap. */
  sitemap: boolean
  /** The type of a second document of the page. */
  frame: string | undefined
}

/** Returns the pages that exist because a document does. */
export function pagesOf({ _type, slug, key }: PageDocument): ExistingPage[] {
  return pages.flatMap((page) => {
    if (page.document !== _type) return []
    const all = page.path.includes(':program') ? programs : [key]
    return all.flatMap((one) => {
      const values = { slug, key: one, program: one } as Parameters
      const path = fillParameters(page.path, values)
      return path ? [{ path, sitemap: page.sitemap, frame: page.frame }] : []
    })
  })
}
