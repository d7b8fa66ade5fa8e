import type { Addresses } from '../addresses.ts'
import { slug } from '../fields/address.ts'
import { line, page } from '../fields/field.ts'
import { sectionsField } from '../sections/index.ts'

/** Returns the type of a page for one audience, built from sections. */
export const businessPage = (addresses: Addresses) =>
  page(
    'businessPage',
    'Business page',
    [
      line('title', 'Title'),
      slug('title', 'The end of the page URL, as in /business/seller.', addresses),
      sectionsField,
    ],
    { shown: { title: 'title', subtitle: 'slug.current', media: 'sections.0.figure' } },
  )
