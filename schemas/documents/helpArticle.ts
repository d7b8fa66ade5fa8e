import { slug } from '../fields/address.ts'
import { byPosition, choice, document, field, line, paragraph, position } from '../fields/field.ts'
import { keywords } from '../fields/list.ts'

const topics = ['Getting started', 'Businesses', 'Professionals', 'Drivers', 'Affiliates']

/** A short article that the Help Center lists and its search finds. */
export const helpArticle = document(
  'helpArticle',
  'Help article',
  [
    line('title', 'Title'),
    slug('title', 'The last part of a link to this article, such as /support/help#payouts.'),
    choice('topic', 'Topic', topics, { required: 'Choose a topic.' }),
    position('Position in the list', 'Give the article a position.'),
    paragraph('summary', 'Summary', { rows: 2 }),
    field('body', 'Text', 'richText', { required: 'The text is missing.' }),
    keywords,
  ],
  { orderings: byPosition, shown: { title: 'title', subtitle: 'topic' } },
)
