import { defineField, defineType } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { list } from '../fields/list.ts'
import { pageFields, pageGroups, slug } from '../fields/page.ts'
import { line, textWithFacts } from '../fields/text.ts'

/** The pages of which the specification says that they have four key features. */
const withFour = ['professional-apply', 'seller', 'affiliates', 'driver', 'commission']

/** A page for one audience: title, intro, key features and a card to join. */
export const featurePage = (addresses: Addresses) =>
  defineType({
    name: 'featurePage',
    title: 'Business page',
    type: 'document',
    groups: pageGroups,
    fields: pageFields([
      line('title', 'Title'),
      slug('title', 'The page is at /business/ followed by this.', addresses),
      textWithFacts('intro', 'Intro'),
      defineField({
        name: 'figure',
        title: 'Picture',
        description:
          'Stands beside the title where there is room, and beneath the intro on phones.',
        type: 'figure',
      }),
      list('keyFeatures', 'Key features', 'keyFeature', {
        length: (document) => {
          const { current } = (document?.slug ?? {}) as { current?: string }
          return withFour.includes(current ?? '') ? [4, 4] : [2, 6]
        },
      }),
      defineField({
        name: 'showCommissions',
        title: 'Show the table of commissions',
        type: 'boolean',
        initialValue: false,
      }),
      defineField({ name: 'joinCard', title: 'Join card', type: 'joinCard' }),
    ]),
    preview: { select: { title: 'title', subtitle: 'slug.current', media: 'figure' } },
  })
