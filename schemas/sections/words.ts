import { choice, field, line, object, paragraph, textWithFacts, toggle } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { headingField, section } from './section.ts'

/** The top of a page. The first one on a page has the page's main heading. */
export const heroSection = section(
  'heroSection',
  'Hero',
  [
    line('title', 'Title', {
      optional: true,
      description: 'If empty, uses the title of the page.',
    }),
    textWithFacts('text', 'Text', { optional: true }),
    textWithFacts('keyFact', 'Key fact', {
      optional: true,
      description: 'Shown large below the text: the number that readers look for.',
    }),
    field('figure', 'Image', 'figure'),
    choice(
      'placement',
      'Where the image is',
      [
        { title: 'Beside the text (below it on phones)', value: 'beside' },
        { title: 'Behind the text', value: 'behind' },
      ],
      { options: { layout: 'radio' }, initialValue: 'beside' },
    ),
    toggle('startsApplication', 'Start the business application here', {
      description: 'Shows its first questions instead of the buttons.',
    }),
    toggle('showButtons', 'Show the buttons of the page’s first call to action', {
      initialValue: true,
    }),
  ],
  { title: 'title', media: 'figure' },
)

export const textSection = section(
  'textSection',
  'Text',
  [headingField, field('body', 'Text', 'richText', { required: 'Text is required.' })],
  { title: 'heading.title', text: 'body' },
)

export const pictureSection = section(
  'pictureSection',
  'Picture',
  [field('figure', 'Image', 'figure'), line('caption', 'Caption', { optional: true })],
  { title: 'caption', media: 'figure' },
)

/** The words of a customer or a partner. */
export const quote = object(
  'quote',
  'Quote',
  [
    paragraph('text', 'Words'),
    line('name', 'Name'),
    line('role', 'Role or city', { optional: true }),
  ],
  { shown: { title: 'name', subtitle: 'text' } },
)

export const quoteSection = section('quoteSection', 'Quotes', [
  headingField,
  list('quotes', 'Quotes', 'quote', { length: [1, 6] }),
])
