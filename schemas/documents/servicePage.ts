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

/** Returns the type of a service page at /services/{slug}. Each service belongs to a branch. */
export const servicePage = (addresses: Addresses) =>
  page(
    'servicePage',
    'Service page',
    [
      line('title', 'Title', { description: 'For example, Halvi Local.' }),
      slug('title', 'The end of the page URL, as in /services/local.', addresses),
      reference('branch', 'Service', 'branch', {
        description: 'Sets the color of the page and its commission on the commission page.',
        required: 'Choose a service.',
        shared: true,
      }),
      position('Position in the list of services', 'A service links to the first of its pages.'),
      paragraph('subtitle', 'Subtitle', { rows: 2 }),
      textWithFacts('description', 'Description'),
      field('figure', 'Image', 'figure'),
      list('keyFeatures', 'Key features', 'keyFeature'),
      field('joinCard', 'Join card', 'joinCard'),
    ],
    {
      orderings: byPosition,
      shown: { title: 'title', subtitle: 'slug.current', media: 'figure' },
    },
  )
