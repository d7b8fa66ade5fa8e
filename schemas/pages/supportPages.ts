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
  line('searchLabel', 'Words of the search box'),
  line('searchHint', 'Example inside the search box'),
  paragraph('noResults', 'When nothing is found', { rows: 2 }),
]

/** The Help Center, at /support/help; its articles are documents of their own. */
export const helpCentre = page('helpCentre', 'Help Center', [
  line('title', 'Title'),
  paragraph('intro', 'Intro'),
  ...searchFields,
  list('resources', 'Resource cards', 'linkCard', { length: [3, 3] }),
  line('articlesTitle', 'Heading of the articles'),
  field('joinCard', 'Join card', 'joinCard'),
])

/** The frequent questions, at /support/faq. */
export const faqPage = page('faqPage', 'Frequent questions', [
  line('title', 'Title'),
  paragraph('intro', 'Intro'),
  ...searchFields,
  references('entries', 'Questions', 'faqEntry', 'Shown in this order.'),
  field('contactCard', 'Card to the contact page', 'linkCard'),
])

/** The contact page, at /support/contact; addresses and numbers are in the site settings. */
export const contactPage = page('contactPage', 'Contact', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  field('emailCard', 'Card: e-mail', 'contactCard'),
  field('chatCard', 'Card: live chat', 'contactCard'),
  field('phoneCard', 'Card: phone', 'contactCard'),
  field('formHeading', 'Form: heading', 'heading'),
  line('submit', 'Words on the button that sends'),
  field('success', 'Once it is sent', 'contactSuccess'),
])

/** One way to reach the team; where it leads is in the site settings. */
export const contactCard = object('contactCard', 'Contact card', [
  line('title', 'Title'),
  paragraph('text', 'Text', { rows: 2 }),
  line('label', 'Words of the link', {
    optional: true,
    description: 'Empty: the address or number itself.',
  }),
])

/** What people read once their message is stored. */
export const contactSuccess = object('contactSuccess', 'Once it is sent', [
  line('title', 'Title'),
  paragraph('text', 'Text', { rows: 2 }),
  line('again', 'Words on the button for another message'),
  nextStepsField,
])

/** What people see at an address that leads nowhere. */
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
