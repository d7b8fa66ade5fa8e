import { slug } from '../fields/address.ts'
import { byPosition, choice, document, field, line, paragraph, position } from '../fields/field.ts'
import { keywords } from '../fields/list.ts'

const topics = [
  { title: 'Getting started', value: 'gettingStarted' },
  { title: 'Businesses', value: 'businesses' },
  { title: 'Professionals', value: 'professionals' },
  { title: 'Drivers', value: 'drivers' },
  { title: 'Affiliates', value: 'affiliates' },
]

/** A short article, listed in the Help Center and found by its search. */
export const helpArticle = document(
  'helpArticle',
  'Help article',
  [
    line('title', 'Title'),
    slug('title', 'The end of the link to this article, as in /support/help#payouts.'),
    choice('topic', 'Topic', topics, { required: 'Choose a topic.', shared: true }),
    position('Position in the list'),
    paragraph('summary', 'Summary', { rows: 2 }),
    field('body', 'Text', 'richText', { required: 'Text is required.' }),
    keywords,
  ],
  { orderings: byPosition, shown: { title: 'title', subtitle: 'topic' } },
)
