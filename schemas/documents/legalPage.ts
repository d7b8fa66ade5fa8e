import type { Addresses } from '../addresses.ts'
import { slug } from '../fields/address.ts'
import { field, line, page, paragraph } from '../fields/field.ts'

/** A legal text with the day of its last change, at /support/{slug}. */
export const legalPage = (addresses: Addresses) =>
  page(
    'legalPage',
    'Legal page',
    [
      line('title', 'Title'),
      slug('title', 'The page is at /support/ followed by this.', addresses),
      field('lastUpdated', 'Last updated', 'date', {
        description: 'Shown to readers. Set it whenever the meaning of the text changes.',
        required: 'The day of the last change is missing.',
      }),
      paragraph('intro', 'Intro'),
      field('body', 'Text', 'richText', { required: 'The text is missing.' }),
    ],
    { shown: { title: 'title', subtitle: 'lastUpdated' } },
  )
