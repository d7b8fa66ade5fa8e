import type { SanityDocument } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { slug } from '../fields/address.ts'
import { field, line, page, textWithFacts, toggle } from '../fields/field.ts'
import { list } from '../fields/list.ts'

/** Slugs of the pages that must have exactly four key features, as the specification requires. */
const fourFeatureSlugs = ['professional-apply', 'seller', 'affiliates', 'driver', 'commission']

/** Returns the type of a page for one audience: title, intro, key features, and a join card. */
export const featurePage = (addresses: Addresses) =>
  page(
    'featurePage',
    'Business page',
    [
      line('title', 'Title'),
      slug('title', 'The end of the page URL, as in /business/seller.', addresses),
      textWithFacts('intro', 'Intro'),
      textWithFacts('keyFact', 'Key fact', {
        optional: true,
        description: 'Shown large above the buttons: the number that readers look for.',
      }),
      field('figure', 'Image', 'figure', {
        description: 'Shown next to the title, and below the intro on phones.',
      }),
      list('keyFeatures', 'Key features', 'keyFeature', {
        length: (document: SanityDocument | undefined) => {
          const { current } = (document?.slug ?? {}) as { current?: string }
          return fourFeatureSlugs.includes(current ?? '') ? [4, 4] : [2, 6]
        },
      }),
      toggle('showCommissions', 'Show the commission table'),
      field('joinCard', 'Join card', 'joinCard'),
    ],
    { shown: { title: 'title', subtitle: 'slug.current', media: 'figure' } },
  )
