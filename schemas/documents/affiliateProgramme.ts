import { defineField, defineType } from '@sanity/types'
import { list } from '../fields/list.ts'
import { inGroup } from '../fields/page.ts'
import { line, paragraph, textWithFacts } from '../fields/text.ts'

const count = (name: string, title: string, description: string) =>
  defineField({
    name,
    title,
    type: 'number',
    description,
    validation: (rule) => rule.integer().positive().error('This must be a whole number above 0.'),
  })

const figures = [
  defineField({
    name: 'rate',
    title: 'Commission, %',
    type: 'number',
    description: 'The one place where this commission is written: every text refers to it.',
    validation: (rule) => [
      rule.required().error('The commission is missing.'),
      rule.min(0).max(100).error('A percentage lies between 0 and 100.'),
    ],
  }),
  count('rateMonths', 'Months at this commission', 'Empty: for as long as the programme runs.'),
  count('orderLimit', 'Orders per business at most', 'Empty: no limit.'),
  count('minimumFollowers', 'Followers at least', 'Empty: open to anyone.'),
  defineField({
    name: 'challenge',
    title: 'Challenge',
    type: 'challenge',
    hidden: ({ document }) => document?.key !== 'challenge',
  }),
]

/** One of the three ways to be an affiliate, with all its figures. */
export const affiliateProgramme = defineType({
  name: 'affiliateProgramme',
  title: 'Affiliate programme',
  type: 'document',
  groups: [
    { name: 'words', title: 'Words', default: true },
    { name: 'figures', title: 'Figures' },
    { name: 'apply', title: 'Application page' },
  ],
  fields: [
    ...inGroup('words', [
      line('name', 'Name'),
      defineField({
        name: 'key',
        title: 'Programme',
        type: 'string',
        description: 'Decides where the programme is shown. Set once.',
        options: { list: ['regular', 'creator', 'challenge'] },
        readOnly: ({ value }) => Boolean(value),
        validation: (rule) => rule.required().error('Choose the programme.'),
      }),
      textWithFacts('summary', 'Summary', {
        description: 'Shown on the card and under the title.',
      }),
      line('cardNote', 'Small note on the card', { optional: true }),
      textWithFacts('eligibility', 'Who can join'),
      line('cardButton', 'Words on the button of the card'),
      line('title', 'Title of its own view'),
      textWithFacts('description', 'Description'),
      list('benefits', 'What affiliates get', 'keyFeature'),
      list('steps', 'How it works, step by step', 'keyFeature'),
      line('applyButton', 'Words on the button to apply', { initialValue: 'Apply Now' }),
    ]),
    ...inGroup('figures', figures),
    ...inGroup('apply', [
      line('applyTitle', 'Heading'),
      paragraph('applyIntro', 'Intro'),
      defineField({ name: 'seo', title: 'Search and sharing', type: 'seo' }),
    ]),
  ],
  preview: {
    select: { title: 'name', rate: 'rate' },
    prepare: ({ title, rate }) => ({ title, subtitle: `${rate}%` }),
  },
})
