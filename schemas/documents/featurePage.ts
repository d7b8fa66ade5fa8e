import type { SanityDocument } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { slug } from '../fields/address.ts'
import { field, line, page, textWithFacts, toggle } from '../fields/field.ts'
import { list } from '../fields/list.ts'

/** The pages of which the specification says that they have four key features. */
const withFour = ['professional-apply', 'seller', 'affiliates', 'driver', 'commission']

/** A page for one audience: title, intro, key features and a card to join. */
export const featurePage = (addresses: Addresses) =>
  page(
    'featurePage',
    'Business page',
    [
      line('title', 'Title'),
      slug('title', 'The page is at /business/ followed by this.', addresses),
      textWithFacts('intro', 'Intro'),
      field('figure', 'Picture', 'figure', {
        description:
          'Stands beside the title where there is room, and beneath the intro on phones.',
      }),
      list('keyFeatures', 'Key features', 'keyFeature', {
        length: (document: SanityDocument | undefined) => {
          const { current } = (document?.slug ?? {}) as { current?: string }
          return withFour.includes(current ?? '') ? [4, 4] : [2, 6]
        },
      }),
      toggle('showCommissions', 'Show the table of commissions'),
      field('joinCard', 'Join card', 'joinCard'),
    ],
    { shown: { title: 'title', subtitle: 'slug.current', media: 'figure' } },
  )
