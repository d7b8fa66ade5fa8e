import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { slug } from '../fields/page.ts'
import { line, paragraph } from '../fields/text.ts'

/** A short article that the Help Center lists and its search finds. */
export const helpArticle = defineType({
  name: 'helpArticle',
  title: 'Help article',
  type: 'document',
  fields: [
    line('title', 'Title'),
    slug('title', 'The last part of a link to this article, such as /support/help#payouts.'),
    defineField({
      name: 'topic',
      title: 'Topic',
      type: 'string',
      options: {
        list: ['Getting started', 'Businesses', 'Professionals', 'Drivers', 'Affiliates'],
      },
      validation: (rule) => rule.required().error('Choose a topic.'),
    }),
    defineField({
      name: 'order',
      title: 'Position in the list',
      type: 'number',
      validation: (rule) => [
        rule.required().error('Give the article a position.'),
        rule.integer().positive(),
      ],
    }),
    paragraph('summary', 'Summary', { rows: 2 }),
    defineField({
      name: 'body',
      title: 'Text',
      type: 'richText',
      validation: (rule) => rule.required().error('The text is missing.'),
    }),
    defineField({
      name: 'keywords',
      title: 'Other words people search for',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      options: { layout: 'tags' },
    }),
  ],
  orderings: [
    { title: 'Position', name: 'order', by: [{ field: 'order', direction: 'asc' as const }] },
  ],
  preview: { select: { title: 'title', subtitle: 'topic' } },
})
