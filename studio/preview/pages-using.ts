import type { SanityClient } from '@sanity/client'
import { type DocumentKeys, inLanguage, pagesOf, type SitePage } from './pages.ts'

/** Types whose documents appear on the pages that refer to them, directly or through a question or a branch. */
const shared: readonly string[] = ['branch', 'faqEntry', 'affiliateProgram']

/** The texts of pages, which can have a sentence about the challenge. */
const texts = [
  ...['text', 'keyFact', 'body', 'steps[].text', 'card.text'].map((name) => `sections[].${name}`),
  ...['intro', 'description', 'body', 'answer', 'keyFeatures[].text', 'joinCard.text'],
]

/** Filters for pages that show documents without a reference to them, by the filter for the document. */
const rendered: Readonly<Record<string, string>> = {
  '_type == "branch" && defined(hue)': section('commissionsSection'),
  '_type == "calculatorPage"': section('commissionsSection', 'calculator == true'),
  '_type == "landingPage"': section(
    'screensSection',
    'coalesce(count(screens[defined(asset)]), 0) == 0',
  ),
  '_type == "affiliateProgram" && defined(challenge.startsAt)': texts
    .map((text) => `"challenge" in ${text}[].children[].about`)
    .join(' || '),
}

/** Returns a filter for pages with a visible section of a type. */
function section(type: string, also = 'true') {
  return `count(sections[_type == "${type}" && hidden != true && ${also}]) > 0`
}

const isRendered = Object.entries(rendered)
  .map(([document, page]) => `count(*[_id == $id && ${document}]) > 0 && (${page})`)
  .join(' || ')

const query = `*[_id == $id
  || references($id)
  || references(*[_type in ["faqEntry", "branch"] && references($id)]._id)
  || ${isRendered}][!defined(language) && _type != "translation.metadata"]
  | order(_id == $id desc){_id, _type, "slug": slug.current, key, "isRendered": ${isRendered}}`

const translation = `*[_id == $id && defined(language)][0]{
  language,
  "original": *[_id in *[_type == "translation.metadata" && $id in translations[].value._ref]
    .translations[].value._ref && !defined(language)][0]._id
}`

/**
 * Returns the pages that show a document, with drafts: its own, those that refer to shared content, and those with a
 * section that shows it without a reference. A translation is shown by the pages of its original in its language.
 */
export async function findPagesUsing(
  client: Pick<SanityClient, 'fetch'>,
  id: string,
): Promise<SitePage[]> {
  const found = await client.fetch<{ language: string; original: string | null } | null>(
    translation,
    { id },
    { perspective: 'drafts' },
  )
  const pages = await pagesOfOriginal(client, found ? (found.original ?? '') : id)
  return pages.map((page) => inLanguage(page, found?.language))
}

async function pagesOfOriginal(
  client: Pick<SanityClient, 'fetch'>,
  id: string,
): Promise<SitePage[]> {
  type Found = DocumentKeys & { _id: string; _type: string; isRendered: boolean }
  const found = await client.fetch<Found[]>(query, { id }, { perspective: 'drafts' })
  const self = found.find(({ _id }) => _id === id)
  if (!self) return []
  const isQuestion = self._type === 'faqEntry'
  const isShared = shared.includes(self._type)
  const showing = found.filter((one) => isShared || one === self || one.isRendered)
  const pages = showing
    // The menus of the settings only link. Questions are on the pages that list them.
    .filter(({ _type }) => _type !== 'siteSettings' && _type !== 'faqEntry')
    .flatMap(({ _type, ...keys }) => pagesOf(_type, keys))
    .map(({ title, href }) => [isQuestion ? `${href}#${self.slug}` : href, title] as const)
  return [...new Map(pages)].map(([href, title]) => ({ title, href }))
}
