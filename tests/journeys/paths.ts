import { readFileSync } from 'node:fs'
import { listedPages, pageAddress, unlistedPages } from 'halvi-site/addresses'
import { root } from 'halvi-site/root'

/** Paths of the documents of the seed that have a page. */
const documentPaths = readFileSync(`${root}seed/data.ndjson`, 'utf8')
  .trimEnd()
  .split('\n')
  .flatMap((line) => {
    const { _type, slug } = JSON.parse(line) as { _type: string; slug?: { current: string } }
    return pageAddress(_type, slug?.current) ?? []
  })

/** A page of each kind. `npm test` opens these in the browser, and `npm run test:nightly` opens all pages. */
export const layoutPaths: readonly string[] = [
  ...['/', '/onboarding', '/services/local', '/support/faq', '/affiliates/challenge'],
]

/** Unlisted paths that are not canonical, or that show the same page as another path. */
const duplicates = [
  '/business',
  '/affiliate/apply/creator/submitted',
  '/affiliate/apply/challenge/submitted',
]

/** Pages that confirm an action. Search engines do not index them. */
export const unlistedPaths = unlistedPages.filter((path) => !duplicates.includes(path))

/** All pages, each with its canonical path. */
export const canonicalPaths = [...listedPages, ...documentPaths, ...unlistedPaths]

/** Pages that have islands, at least on some dates. Listed here by hand, so that a test notices new scripts. */
export const livePaths = [
  '/',
  '/confirmation',
  '/affiliates/challenge',
  '/affiliate/apply/regular/submitted',
]

/** Pages with a form, also listed by hand. */
export const formPaths = [
  '/waitlist',
  '/onboarding',
  '/business/seller',
  '/support/contact',
  '/affiliate/apply/regular',
  '/affiliate/apply/creator',
  '/affiliate/apply/challenge',
]

/** All other pages. They show content and run no scripts. */
export const contentPaths = canonicalPaths.filter(
  (path) => !livePaths.includes(path) && !formPaths.includes(path),
)
