import { isTranslation, nameOf } from 'halvi-schemas'
import { fillParameters, type Parameters } from 'halvi-site/addresses'
import { pages, programs } from 'halvi-site/pages'

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
  affiliateApplyPage: [{ title: 'Application: :program', href: '/affiliate/apply/:program' }],
}

/** Returns the pages that show a document of a type, the main page first. */
export function pagesOf(type: string, shown: DocumentKeys): readonly SitePage[] {
  const own = pages
    .filter(({ document }) => document === type)
    .flatMap(({ title, path }) => (title ? [{ title, href: path }] : []))
  return [...(elsewhere[type] ?? []), ...own].flatMap((page) => filled(page, shown))
}

/** Returns the page for these parameters, or one page for each affiliate program. */
function filled({ title, href }: SitePage, shown: DocumentKeys): SitePage[] {
  const all: readonly Parameters[] = href.includes(':program')
    ? programs.map((program) => ({ program }))
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
