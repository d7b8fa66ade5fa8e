import { isTranslation, nameOf } from 'halvi-schemas'
import { fillParameters, type Parameters } from 'halvi-site/addresses'
import { pages, programmes } from 'halvi-site/pages'

/** The fields of a document that determine its pages. */
export interface DocumentKeys {
  slug?: string | undefined
  key?: string | undefined
}

/** A page of the site. */
export interface SitePage {
  title: string
  /** The path of the page, with an anchor if the document is a part of the page. */
  href: string
}

/** Pages of types that appear on other documents' pages, or on all pages. */
const elsewhere: Readonly<Record<string, readonly SitePage[]>> = {
  siteSettings: [{ title: 'Landing page', href: '/' }],
  words: [{ title: 'Landing page', href: '/' }],
  notFoundPage: [{ title: 'Page not found', href: '/page-not-found' }],
  branch: [
    { title: 'What’s Coming', href: '/index' },
    { title: 'Commissions', href: '/business/commission' },
    { title: 'Commission calculator', href: '/business/commission/calculator' },
  ],
  faqEntry: [{ title: 'FAQ', href: '/support/faq#:slug' }],
  helpArticle: [{ title: 'Help Center', href: '/support/help#:slug' }],
  affiliateApplyPage: [{ title: 'Application: :programme', href: '/affiliate/apply/:programme' }],
}

/** Returns the pages that show a document of a type, the main page first. */
export function pagesOf(type: string, shown: DocumentKeys): readonly SitePage[] {
  const own = pages
    .filter(({ document, slug }) => document === type && (slug ?? shown.slug) === shown.slug)
    .flatMap(({ title, path }) => (title ? [{ title, href: path }] : []))
  // If a document has a fixed page, the general path of its type does not apply.
  const known = own.some(({ href }) => !href.includes(':slug'))
  const all = [
    ...(elsewhere[type] ?? []),
    ...own.filter(({ href }) => !known || !href.includes(':slug')),
  ]
  return all.flatMap((page) => filled(page, shown))
}

/** Returns the page for these parameters, or one page for each affiliate program. */
function filled({ title, href }: SitePage, shown: DocumentKeys): SitePage[] {
  const all: readonly Parameters[] = href.includes(':programme')
    ? programmes.map((programme) => ({ programme }))
    : [{ slug: shown.slug, key: shown.key }]
  return all.flatMap((parameters) => {
    const path = fillParameters(href, parameters)
    return path ? [{ title: fillParameters(title, parameters) ?? path, href: path }] : []
  })
}

/** Returns the page in the language of a translation. Originals are in English. */
export function inLanguage({ title, href }: SitePage, language: unknown): SitePage {
  if (!isTranslation({ language })) return { title, href }
  return {
    title: `${title} (${nameOf(String(language))})`,
    href: `/${language}${href.replace(/^\/$/, '')}`,
  }
}

/** The document types that are shown on pages. */
export const typesWithPages = [
  ...new Set([...Object.keys(elsewhere), ...pages.map(({ document }) => document)]),
]
