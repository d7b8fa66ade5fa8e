import { plainText } from '../components/text/plain-text.ts'
import type { SETTINGS_QUERY_RESULT } from '../content/sanity.types.ts'
import type { FaqEntry, Section } from '../content/shapes.ts'

/** A JSON-LD object in the vocabulary of schema.org. */
export type JsonLd = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

/** A breadcrumb: a page on the path from the home page to the current page. */
export interface Crumb {
  name: string
  /** With a leading slash. */
  path: string
}

/** Returns the brand with its addresses and contact details (https://schema.org/Organization). */
export function organization(siteUrl: string, settings: SETTINGS_QUERY_RESULT): JsonLd {
  const accounts = settings?.socialLinks.flatMap(({ url }) => url ?? []) ?? []
  const { email, phone } = settings?.contact ?? {}
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: settings?.name,
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

/** Returns breadcrumbs that start with the home page (https://schema.org/BreadcrumbList). */
export function breadcrumbs(siteUrl: string, crumbs: readonly Crumb[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  }
}

/** Returns the questions of a page's FAQ sections, or an empty list for a page without questions. */
export function faqOf(sections: readonly Section[]): JsonLd[] {
  const entries = sections.flatMap((one) => (one._type === 'faqSection' ? one.entries : []))
  return entries.length > 0 ? [faqPage(entries)] : []
}
