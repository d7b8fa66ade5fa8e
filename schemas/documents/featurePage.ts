import { defineField, defineType } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { list } from '../fields/list.ts'
import { pageFields, pageGroups, slug } from '../fields/page.ts'
import { line, textWithFacts } from '../fields/text.ts'

/** A page for one audience: title, intro, four key features and a card to join. */
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
        description: 'Stands beside the title where there is room; phones show the words alone.',
        type: 'figure',
      }),
      list('keyFeatures', 'Key features', 'keyFeature', { length: 4 }),
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
