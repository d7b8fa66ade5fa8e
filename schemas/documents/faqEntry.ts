import { slug } from '../fields/address.ts'
import { document, field, line } from '../fields/field.ts'
import { keywords } from '../fields/list.ts'

/** A question with its answer. It appears on every page that lists it. */
export const faqEntry = document(
  'faqEntry',
  'FAQ question',
  [
    line('question', 'Question'),
    slug('question', 'The end of the link to this question, as in /support/faq#commission.'),
    field('answer', 'Answer', 'richText', {
      description:
        'Use the + menu to insert commissions and other facts. They update automatically.',
      required: 'Answer is required.',
    }),
    keywords,
  ],
  { shown: { title: 'question' } },
)
