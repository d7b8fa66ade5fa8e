import { isDecodable } from 'halvi-runtime/percent-encoding'
import { aliases } from './aliases.js'
import { type Page, pages, programmes } from './pages.ts'

/** What the parts of a path or title that begin with a colon stand for. */
export type Parameters = Readonly<Record<string, string | undefined>>

/** A path or title with its parameters filled in; undefined where one is not known. */
export function fill(text: string, parameters: Parameters): string | undefined {
  const names = Array.from(text.matchAll(/:([a-z]+)\b/g), ([, name = '']) => name)
  if (names.some((name) => !parameters[name])) return undefined
  return text.replace(/:([a-z]+)\b/g, (_, name: string) => parameters[name] ?? '')
}

/** Whether each page of an entry is made of a document that is known by its slug. */
const isBySlug = ({ path, slug }: Page) => slug !== undefined || path.includes(':slug')

/** Pages that are there whatever the content says. */
const fixed = pages.filter((page) => !isBySlug(page))

/** The paths of an entry that does not depend on documents' slugs. */
function pathsOf({ path }: Page): string[] {
  if (!path.includes(':')) return [path]
  return programmes.flatMap((key) => fill(path, { key, programme: key }) ?? [])
}

/** Pages that exist whatever the content says, as far as search engines are led to them. */
export const listedPages: readonly string[] = fixed
  .filter(({ sitemap }) => sitemap)
  .flatMap(pathsOf)

/** The others, which tell of something done or are second addresses. */
export const unlistedPages: readonly string[] = fixed
  .filter(({ sitemap }) => !sitemap)
  .flatMap(pathsOf)

/** Returns the canonical path of a listed page, whatever the case and the slashes at its end; undefined for others. */
export function canonicalPath(path: string): string | undefined {
  const given = path.split('/').filter(Boolean)
  const found = pages
    .map((page) => page.path.split('/').filter(Boolean))
    .filter((parts) => parts.length === given.length)
    .find((parts) =>
      parts.every((part, index) => part.startsWith(':') || part === given[index]?.toLowerCase()),
    )
  if (!found) return undefined
  return `/${found.map((part, index) => (part.startsWith(':') ? given[index] : part)).join('/')}`
}

/** What else answers requests: files, and the server's own addresses. */
const serversOwn =
  /^\/(gallery\.html|robots\.txt|share\.png|sitemap\.xml|live-metrics|healthz|readyz|metrics)$|^\/(studio|assets|images|files|preview|share|v\d[^/]*)(\/|$)/

/** @param path without query. True where no document can have its address. */
export function isTaken(path: string): boolean {
  const isPage = listedPages.includes(path) || unlistedPages.includes(path)
  return isPage || Object.hasOwn(aliases, path) || serversOwn.test(path)
}

/** A path as addresses are compared: decoded, without query, fragment, and slashes at its end. */
export function plainPath(address: string): string {
  const path = address.replace(/[?#].*$/s, '').replace(/(?<=.)\/+$/, '')
  return isDecodable(path) ? decodeURIComponent(path) : path
}

/** The path that an address of this site leads to: short addresses and other spellings of a page lead to it. */
export function targetPath(address: string): string {
  const path = plainPath(address)
  const target = (aliases as Record<string, string>)[path.toLowerCase()] ?? path
  return canonicalPath(target) ?? target.toLowerCase()
}

/** Returns whether an address leads to a page, a redirect, a file or the server itself. `live`: see live-paths.ts. */
export function leadsSomewhere(address: string, live: readonly string[]): boolean {
  const path = plainPath(address)
  return live.includes(targetPath(address)) || serversOwn.test(path) || /\.\w+$/.test(path)
}

/** The types of the documents that pages are made of. */
export const pageTypes: readonly string[] = [...new Set(pages.map(({ document }) => document))]

/** The types of which each document is a page, at an address made of its slug. */
export const typesWithAddress: readonly string[] = [
  ...new Set(pages.filter(isBySlug).map(({ document }) => document)),
]

/** Returns the path of a document's page; undefined for one that is not a page by itself, or has no slug yet. */
export function pageAddress(type: string, slug: string | undefined): string | undefined {
  const own = pages.filter((page) => page.document === type && isBySlug(page))
  const page =
    own.find((one) => one.slug !== undefined && one.slug === slug) ?? own.find((one) => !one.slug)
  return page && slug ? fill(page.path, { slug }) : undefined
}
