import {
  document,
  field,
  line,
  nextStepsField,
  object,
  page,
  paragraph,
  textWithFacts,
} from '../fields/field.ts'
import { list, references } from '../fields/list.ts'

const searchFields = [
  line('searchLabel', 'Search box label'),
  line('searchHint', 'Search box placeholder'),
  paragraph('noResults', 'Text when there are no results', { rows: 2 }),
]

/** The Help Center at /support/help. Its articles are separate documents. */
export const helpCentre = page('helpCentre', 'Help Center', [
  line('title', 'Title'),
  paragraph('intro', 'Intro'),
  ...searchFields,
  list('resources', 'Resource cards', 'linkCard', { length: [3, 3] }),
  line('articlesTitle', 'Articles heading'),
  field('joinCard', 'Join card', 'joinCard'),
])

/** The FAQ page at /support/faq. */
export const faqPage = page('faqPage', 'FAQ', [
  line('title', 'Title'),
  paragraph('intro', 'Intro'),
  ...searchFields,
  references('entries', 'Questions', 'faqEntry', 'Shown in this order.'),
  references('more', 'More questions', 'faqEntry', 'Shown on request and in search results.'),
  line('moreLabel', 'Label of the link to more questions', { optional: true }),
  field('contactCard', 'Contact card', 'linkCard'),
])

/** The contact page at /support/contact. Email addresses and phone numbers are in the site settings. */
export const contactPage = page('contactPage', 'Contact', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  field('emailCard', 'Card: email', 'contactCard'),
  field('chatCard', 'Card: live chat', 'contactCard'),
  field('phoneCard', 'Card: phone', 'contactCard'),
  field('formHeading', 'Form: heading', 'heading'),
  line('submit', 'Submit button label'),
  field('success', 'After sending', 'contactSuccess'),
])

/** A card for one way to contact the team. Its link is in the site settings. */
export const contactCard = object('contactCard', 'Contact card', [
  line('title', 'Title'),
  paragraph('text', 'Text', { rows: 2 }),
  line('label', 'Link label', {
    optional: true,
    description: 'If empty, uses the email address or phone number.',
  }),
])

/** The message shown after a contact message is sent. */
export const contactSuccess = object('contactSuccess', 'After sending', [
  line('title', 'Title'),
  paragraph('text', 'Text', { rows: 2 }),
  line('again', 'New message button label'),
  nextStepsField,
])

/** The page shown for an unknown URL. */
export const notFoundPage = document(
  'notFoundPage',
  'Page not found',
  [
    line('title', 'Title'),
    paragraph('text', 'Text', { rows: 2 }),
    line('home', 'Link to the home page'),
  ],
  { preview: { prepare: () => ({ title: 'Page not found' }) } },
)
