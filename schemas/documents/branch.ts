import { defineField, defineType } from '@sanity/types'
import { line, paragraph, textWithFacts } from '../fields/text.ts'

/** A branch of the platform and its commission, the one place where it is written. */
export const branch = defineType({
  name: 'branch',
  title: 'Branch and commission',
  type: 'document',
  fields: [
    line('name', 'Name', { description: 'Such as Local.' }),
    defineField({
      name: 'hue',
      title: 'Colour',
      type: 'string',
      description: 'The colour in which the site shows the branch.',
      options: {
        list: ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance'],
        layout: 'radio',
        direction: 'horizontal',
      },
      validation: (rule) => rule.required().error('Choose a colour.'),
    }),
    line('tagline', 'In a few words', { description: 'Such as Local shops.' }),
    paragraph('summary', 'In two sentences'),
    defineField({
      name: 'commission',
      title: 'Commission, %',
      type: 'percentageRange',
      description:
        'Empty: there is no public range; the note below says what holds instead. A change here shows on every page.',
    }),
    textWithFacts('note', 'Note on the commission', { optional: true }),
    defineField({
      name: 'order',
      title: 'Position in lists',
      type: 'number',
      validation: (rule) => [
        rule.required().error('Give the branch a position.'),
        rule.integer().positive(),
      ],
    }),
  ],
  orderings: [
    { title: 'Position', name: 'order', by: [{ field: 'order', direction: 'asc' as const }] },
  ],
  preview: {
    select: { title: 'name', low: 'commission.low', high: 'commission.high' },
    prepare: ({ title, low, high }) => ({
      title,
      subtitle: low === undefined ? 'No public range' : `${low}-${high}%`,
    }),
  },
})
