import type { Facts } from 'halvi-site/content/fact-lookup'
import type { SETTINGS_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import type { FaqEntry, Section } from 'halvi-site/content/shapes'
import { shownSections } from '../components/sections/shown-sections.ts'
import { plainText } from '../components/text/plain-text.ts'

/** A JSON-LD object in the vocabulary of schema.org. */
export type JsonLd = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

/** A breadcrumb: a page on the path from the home page to the current page. */
export interface Crumb {
  name: string
  /** With a leading slash. */
  path: string
}

/** Returns the brand with its addresses and contact details (https://schema.org/Organization). */
export function organization(
  siteUrl: string,
  settings: SETTINGS_QUERY_RESULT,
  contact: Facts['contact'] | null,
): JsonLd {
  const accounts = settings?.facts?.socialLinks.flatMap(({ url }) => url ?? []) ?? []
  const { email, phone } = contact ?? {}
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: settings?.facts?.name,
    slogan: settings?.slogan,
    description: settings?.description,
    url: siteUrl,
    logo: `${siteUrl}/apple-touch-icon.png`,
    ...(accounts.length ? { sameAs: accounts } : {}),
    ...(email ? { email } : {}),
    ...(phone?.number ? { telephone: phone.number } : {}),
  }
}

/** Returns the questions and answers of a page (https://schema.org/FAQPage). */
export function faqPage(entries: readonly FaqEntry[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
    })),
  }
}

/** Returns the breadcrumbs of a page, with the home page first (https://schema.org/BreadcrumbList). */
export function breadcrumbs(crumbs: readonly { name: string; url: string }[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

/** Returns the questions of the FAQ sections that a page shows, or an empty list for a page without questions. */
export function faqOf(sections: readonly Section[]): JsonLd[] {
  const entries = shownSections(sections).flatMap((one) =>
    one._type === 'faqSection' ? one.entries : [],
  )
  return entries.length > 0 ? [faqPage(entries)] : []
}
