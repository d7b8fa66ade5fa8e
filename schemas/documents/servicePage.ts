import type { Addresses } from '../addresses.ts'
import { slug } from '../fields/address.ts'
import {
  byPosition,
  field,
  line,
  page,
  paragraph,
  position,
  textWithFacts,
} from '../fields/field.ts'
import { list, reference } from '../fields/list.ts'

/** A service of a branch, at /services/{slug}. */
export const servicePage = (addresses: Addresses) =>
  page(
    'servicePage',
    'Service page',
    [
      line('title', 'Title', { description: 'Such as Halvi Local.' }),
      slug('title', 'The page is at /services/ followed by this.', addresses),
      reference('branch', 'Branch', 'branch', {
        description: 'Gives the page its colour and, on the commission page, its rate.',
        required: 'Choose the branch.',
      }),
      position(
        'Position among the services',
        'Give the page a position.',
        'A branch leads to the first of its pages.',
      ),
      paragraph('subtitle', 'Subtitle', { rows: 2 }),
      textWithFacts('description', 'Description'),
      field('figure', 'Picture', 'figure'),
      list('keyFeatures', 'Key features', 'keyFeature'),
      field('joinCard', 'Join card', 'joinCard'),
    ],
    {
      orderings: byPosition,
      shown: { title: 'title', subtitle: 'slug.current', media: 'figure' },
    },
  )
