import type { SanityClient } from '@sanity/client'
import { type DocumentKeys, pagesOf, type SitePage } from './pages.ts'

/** Types whose documents appear on the pages that refer to them, directly or through a question or a branch. */
const shared: readonly string[] = ['branch', 'faqEntry', 'affiliateProgramme']

const query = `*[_id == $id
  || references($id)
  || references(*[_type in ["faqEntry", "branch"] && references($id)]._id)]
  | order(_id == $id desc){_id, _type, "slug": slug.current, key}`

/** Returns the pages that show a document, with drafts: its own, and those that refer to shared content. */
export async function findPagesUsing(
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
