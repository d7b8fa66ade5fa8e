import { defineField, defineType } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { list } from '../fields/list.ts'
import { pageFields, pageGroups, slug } from '../fields/page.ts'
import { line, paragraph, textWithFacts } from '../fields/text.ts'

/** A service of a branch, at /services/{slug}. */
export const servicePage = (addresses: Addresses) =>
  defineType({
    name: 'servicePage',
    title: 'Service page',
    type: 'document',
    groups: pageGroups,
    fields: pageFields([
      line('title', 'Title', { description: 'Such as Halvi Local.' }),
      slug('title', 'The page is at /services/ followed by this.', addresses),
      defineField({
        name: 'branch',
        title: 'Branch',
        type: 'reference',
        to: [{ type: 'branch' }],
        description: 'Gives the page its colour and, on the commission page, its rate.',
        validation: (rule) => rule.required().error('Choose the branch.'),
      }),
      defineField({
        name: 'order',
        title: 'Position among the services',
        type: 'number',
        description: 'A branch leads to the first of its pages.',
        validation: (rule) => [
          rule.required().error('Give the page a position.'),
          rule.integer().positive(),
        ],
      }),
      paragraph('subtitle', 'Subtitle', { rows: 2 }),
      textWithFacts('description', 'Description'),
      defineField({ name: 'figure', title: 'Picture', type: 'figure' }),
      list('keyFeatures', 'Key features', 'keyFeature'),
      defineField({ name: 'joinCard', title: 'Join card', type: 'joinCard' }),
    ]),
    orderings: [
      { title: 'Position', name: 'order', by: [{ field: 'order', direction: 'asc' as const }] },
    ],
    preview: { select: { title: 'title', subtitle: 'slug.current', media: 'figure' } },
  })
