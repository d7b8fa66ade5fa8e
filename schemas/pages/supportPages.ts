import { defineField, defineType } from '@sanity/types'
import { list, references } from '../fields/list.ts'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, paragraph, textWithFacts } from '../fields/text.ts'
import { nextStepsField } from '../objects/forms.ts'

const searchFields = [
  line('searchLabel', 'Words of the search box'),
  line('searchHint', 'Example inside the search box'),
  paragraph('noResults', 'When nothing is found', { rows: 2 }),
]

/** The Help Center, at /support/help; its articles are documents of their own. */
export const helpCentre = defineType({
  name: 'helpCentre',
  title: 'Help Center',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    paragraph('intro', 'Intro'),
    ...searchFields,
    list('resources', 'Resource cards', 'linkCard', { length: [3, 3] }),
    line('articlesTitle', 'Heading of the articles'),
    defineField({ name: 'joinCard', title: 'Join card', type: 'joinCard' }),
  ]),
  preview: { prepare: () => ({ title: 'Help Center' }) },
})

/** The frequent questions, at /support/faq. */
export const faqPage = defineType({
  name: 'faqPage',
  title: 'Frequent questions',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    paragraph('intro', 'Intro'),
    ...searchFields,
    references('entries', 'Questions', 'faqEntry', 'Shown in this order.'),
    defineField({ name: 'contactCard', title: 'Card to the contact page', type: 'linkCard' }),
  ]),
  preview: { prepare: () => ({ title: 'Frequent questions' }) },
})

/** The contact page, at /support/contact; addresses and numbers are in the site settings. */
export const contactPage = defineType({
  name: 'contactPage',
  title: 'Contact',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    textWithFacts('intro', 'Intro'),
    defineField({ name: 'emailCard', title: 'Card: e-mail', type: 'contactCard' }),
    defineField({ name: 'chatCard', title: 'Card: live chat', type: 'contactCard' }),
    defineField({ name: 'phoneCard', title: 'Card: phone', type: 'contactCard' }),
    defineField({ name: 'formHeading', title: 'Form: heading', type: 'heading' }),
    line('submit', 'Words on the button that sends'),
    defineField({ name: 'success', title: 'Once it is sent', type: 'contactSuccess' }),
  ]),
  preview: { prepare: () => ({ title: 'Contact' }) },
})

/** One way to reach the team; where it leads is in the site settings. */
export const contactCard = defineType({
  name: 'contactCard',
  title: 'Contact card',
  type: 'object',
  fields: [
    line('title', 'Title'),
    paragraph('text', 'Text', { rows: 2 }),
    line('label', 'Words of the link', {
      optional: true,
      description: 'Empty: the address or number itself.',
    }),
  ],
})

/** What people read once their message is stored. */
export const contactSuccess = defineType({
  name: 'contactSuccess',
  title: 'Once it is sent',
  type: 'object',
  fields: [
    line('title', 'Title'),
    paragraph('text', 'Text', { rows: 2 }),
    line('again', 'Words on the button for another message'),
    nextStepsField,
  ],
})
