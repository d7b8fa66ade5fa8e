import { fill, type Parameters } from '../../app/addresses.ts'
import { pages, programmes } from '../../app/pages.ts'

/** What of a document tells where it is shown. */
export interface Shown {
  slug?: string | undefined
  key?: string | undefined
}

/** A page of the site. */
export interface SitePage {
  title: string
  /** A path, with the anchor of the part that is meant. */
  href: string
}

/** Documents that are shown on pages made of another one, or on none in particular. */
const elsewhere: Readonly<Record<string, readonly SitePage[]>> = {
  siteSettings: [{ title: 'Landing page', href: '/' }],
  notFoundPage: [{ title: 'Page not found', href: '/page-not-found' }],
  branch: [
    { title: 'What’s Coming', href: '/index' },
    { title: 'Commissions', href: '/business/commission' },
  ],
  faqEntry: [{ title: 'FAQ', href: '/support/faq#:slug' }],
  helpArticle: [{ title: 'Help Center', href: '/support/help#:slug' }],
  affiliateApplyPage: [{ title: 'Application: :programme', href: '/affiliate/apply/:programme' }],
}

/** The pages on which a document of a type is shown, the main one first; none for what has no page. */
export function pagesOf(type: string, shown: Shown): readonly SitePage[] {
  const own = pages
    .filter(({ document, slug }) => document === type && (slug ?? shown.slug) === shown.slug)
    .flatMap(({ title, path }) => (title ? [{ title, href: path }] : []))
  // The one page of a document goes before the address that others of its type have.
  const known = own.some(({ href }) => !href.includes(':slug'))
  const all = [
    ...(elsewhere[type] ?? []),
    ...own.filter(({ href }) => !known || !href.includes(':slug')),
  ]
  return all.flatMap((page) => filled(page, shown))
}

/** A page for these parameters, or one for each affiliate programme. */
function filled({ title, href }: SitePage, shown: Shown): SitePage[] {
  const all: readonly Parameters[] = href.includes(':programme')
    ? programmes.map((programme) => ({ programme }))
    : [{ slug: shown.slug, key: shown.key }]
  return all.flatMap((parameters) => {
    const path = fill(href, parameters)
    return path ? [{ title: fill(title, parameters) ?? path, href: path }] : []
  })
}

/** The types of which documents are shown on pages. */
export const shownTypes = [
  ...new Set([...Object.keys(elsewhere), ...pages.map(({ document }) => document)]),
]
