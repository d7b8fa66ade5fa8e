import type { Addresses } from '../addresses.ts'
import { inGroup, line, page, toggle } from '../fields/field.ts'
import { pageSlug } from '../fields/page-slug.ts'
import { sectionsField } from '../sections/index.ts'

const visibility = inGroup('search', [
  toggle('unlisted', 'Unlisted', {
    description: 'Only people with the link find the page: it isn’t in the sitemap.',
    shared: true,
  }),
  toggle('noindex', 'Keep out of search engines', {
    description: 'Asks search engines not to show the page, even if others link to it.',
    shared: true,
  }),
])

/** Returns the type of a page at any address, built from sections. */
export function sectionPage(addresses: Addresses) {
  const type = page(
    'page',
    'Page',
    [
      line('title', 'Title', {
        description: 'Shown in lists, and in the hero if it has no title.',
      }),
      pageSlug(addresses),
      sectionsField,
    ],
    { shown: { title: 'title', subtitle: 'slug.current' } },
  )
  return {
    ...type,
    fields: [...(type as { fields: object[] }).fields, ...visibility],
  } as typeof type
}
