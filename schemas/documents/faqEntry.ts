import { slug } from '../fields/address.ts'
import { document, field, line } from '../fields/field.ts'
import { keywords } from '../fields/list.ts'

/** A question and its answer, shown wherever a page lists it. */
export const faqEntry = document(
  'faqEntry',
  'Question',
  [
    line('question', 'Question'),
    slug('question', 'The last part of a link to this question, such as /support/faq#commission.'),
    field('answer', 'Answer', 'richText', {
      description: 'Insert commissions and figures from the + menu, so that they are written once.',
      required: 'The answer is missing.',
    }),
    keywords,
  ],
  { shown: { title: 'question' } },
)
