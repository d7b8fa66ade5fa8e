import {
  choice,
  document,
  field,
  inGroup,
  line,
  paragraph,
  seoField,
  textWithFacts,
} from '../fields/field.ts'
import { list } from '../fields/list.ts'

const count = (name: string, title: string, description: string) =>
  field(name, title, 'number', {
    description,
    rules: (rule) => [rule.integer().positive().error('This must be a whole number above 0.')],
  })

const figures = [
  field('rate', 'Commission, %', 'number', {
    description: 'The one place where this commission is written: every text refers to it.',
    required: 'The commission is missing.',
    rules: (rule) => [rule.min(0).max(100).error('A percentage lies between 0 and 100.')],
  }),
  count('rateMonths', 'Months at this commission', 'Empty: for as long as the programme runs.'),
  count('orderLimit', 'Orders per business at most', 'Empty: no limit.'),
  count('minimumFollowers', 'Followers at least', 'Empty: open to anyone.'),
  field('challenge', 'Challenge', 'challenge', {
    hidden: ({ document }: { document?: { key?: unknown } }) => document?.key !== 'challenge',
  }),
]

const words = [
  line('name', 'Name'),
  choice('key', 'Programme', ['regular', 'creator', 'challenge'], {
    description: 'Decides where the programme is shown. Set once.',
    readOnly: ({ value }: { value?: unknown }) => Boolean(value),
    required: 'Choose the programme.',
  }),
  textWithFacts('summary', 'Summary', { description: 'Shown on the card and under the title.' }),
  line('cardNote', 'Small note on the card', { optional: true }),
  textWithFacts('eligibility', 'Who can join'),
  line('cardButton', 'Words on the button of the card'),
  line('title', 'Title of its own view'),
  textWithFacts('description', 'Description'),
  list('benefits', 'What affiliates get', 'keyFeature'),
  list('steps', 'How it works, step by step', 'keyFeature'),
  line('applyButton', 'Words on the button to apply', { initialValue: 'Apply Now' }),
]

/** One of the three ways to be an affiliate, with all its figures. */
export const affiliateProgramme = document(
  'affiliateProgramme',
  'Affiliate programme',
  [
    ...inGroup('words', words),
    ...inGroup('figures', figures),
    ...inGroup('apply', [
      line('applyTitle', 'Heading'),
      paragraph('applyIntro', 'Intro'),
      seoField,
    ]),
  ],
  {
    groups: [
      { name: 'words', title: 'Words', default: true },
      { name: 'figures', title: 'Figures' },
      { name: 'apply', title: 'Application page' },
    ],
    preview: {
      select: { title: 'name', rate: 'rate' },
      prepare: ({ title, rate }: Record<string, unknown>) => ({ title, subtitle: `${rate}%` }),
    },
  },
)
