import type { Addresses } from '../addresses.ts'
import { slug } from '../fields/address.ts'
import { day } from '../fields/dates.ts'
import { field, line, page, paragraph } from '../fields/field.ts'

/** Returns the type of a legal page at /support/{slug}, with the date of its last change. */
export const legalPage = (addresses: Addresses) =>
  page(
    'legalPage',
    'Legal page',
    [
      line('title', 'Title'),
      slug('title', 'The end of the page URL, as in /support/terms.', addresses),
      day('lastUpdated', 'Last updated', {
        description: 'Shown on the page. Update it when the meaning of the text changes.',
        required: 'Last updated is required.',
        shared: true,
      }),
      paragraph('intro', 'Intro'),
      field('body', 'Text', 'richText', { required: 'Text is required.' }),
    ],
    { shown: { title: 'title', subtitle: 'lastUpdated' } },
  )
