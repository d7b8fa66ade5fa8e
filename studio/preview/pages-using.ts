import type { SanityClient } from '@sanity/client'
import { type DocumentKeys, inLanguage, pagesOf, type SitePage } from './pages.ts'

/** Types whose documents appear on the pages that refer to them, directly or through a question or a branch. */
const shared: readonly string[] = ['branch', 'faqEntry', 'affiliateProgramme']

const query = `*[_id == $id
  || references($id)
  || references(*[_type in ["faqEntry", "branch"] && references($id)]._id)][!defined(language) && _type != "translation.metadata"]
  | order(_id == $id desc){_id, _type, "slug": slug.current, key}`

const translation = `*[_id == $id && defined(language)][0]{
  language,
  "original": *[_id in *[_type == "translation.metadata" && $id in translations[].value._ref]
    .translations[].value._ref && !defined(language)][0]._id
}`

/**
 * Returns the pages that show a document, with drafts: its own, and those that refer to shared content. A translation is
 * shown by the pages of its original in its language.
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
  const found = await client.fetch<(DocumentKeys & { _id: string; _type: string })[]>(
    query,
    { id },
    { perspective: 'drafts' },
  )
  const self = found.find(({ _id }) => _id === id)
  if (!self) return []
  const isQuestion = self._type === 'faqEntry'
  const showing = shared.includes(self._type) ? found : [self]
  const pages = showing
    // The menus of the settings only link. Questions are on the pages that list them.
    .filter(({ _type }) => _type !== 'siteSettings' && _type !== 'faqEntry')
    .flatMap(({ _type, ...keys }) => pagesOf(_type, keys))
    .map(({ title, href }) => [isQuestion ? `${href}#${self.slug}` : href, title] as const)
  return [...new Map(pages)].map(([href, title]) => ({ title, href }))
}
