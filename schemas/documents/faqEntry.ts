import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { slug } from '../fields/page.ts'
import { line } from '../fields/text.ts'

/** A question and its answer, shown wherever a page lists it. */
export const faqEntry = defineType({
  name: 'faqEntry',
  title: 'Question',
  type: 'document',
  fields: [
    line('question', 'Question'),
    slug('question', 'The last part of a link to this question, such as /support/faq#commission.'),
    defineField({
      name: 'answer',
      title: 'Answer',
      type: 'richText',
      description: 'Insert commissions and figures from the + menu, so that they are written once.',
      validation: (rule) => rule.required().error('The answer is missing.'),
    }),
    defineField({
      name: 'keywords',
      title: 'Other words people search for',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      options: { layout: 'tags' },
    }),
  ],
  preview: { select: { title: 'question' } },
})
