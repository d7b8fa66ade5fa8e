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
import { isTranslation } from '../fields/language.ts'
import { list } from '../fields/list.ts'

const count = (name: string, title: string, description: string) =>
  field(name, title, 'number', {
    description,
    shared: true,
    rules: (rule) => [rule.integer().positive().error('Enter a whole number above 0.')],
  })

const figures = [
  field('rate', 'Commission (%)', 'number', {
    description: 'Every page that mentions this commission uses this value.',
    required: 'Commission is required.',
    shared: true,
    rules: (rule) => [rule.min(0).max(100).error('Enter a percentage between 0 and 100.')],
  }),
  count('rateMonths', 'Months at this commission', 'If empty, the commission has no time limit.'),
  count('orderLimit', 'Maximum orders per business', 'If empty, there is no limit.'),
  count('minimumFollowers', 'Minimum followers', 'If empty, anyone can join.'),
  field('challenge', 'Challenge', 'challenge', {
    // Translations don't have the key. They have the texts of the challenge if their original does.
    hidden: ({ document, value }: { document?: { key?: unknown }; value?: unknown }) =>
      isTranslation(document) ? !value : document?.key !== 'challenge',
  }),
]

const words = [
  line('name', 'Name'),
  choice('key', 'Program', ['regular', 'challenge', 'creator'], {
    description: 'Decides where the program is shown. You can’t change it later.',
    readOnly: ({ value }: { value?: unknown }) => Boolean(value),
    required: 'Choose a program.',
    shared: true,
  }),
  textWithFacts('summary', 'Summary', { description: 'Shown on the card and under the title.' }),
  line('cardNote', 'Card note', { optional: true }),
  textWithFacts('eligibility', 'Who can join'),
  line('cardButton', 'Card button label'),
  line('title', 'Page title'),
  textWithFacts('description', 'Description'),
  list('benefits', 'What affiliates get', 'keyFeature'),
  list('steps', 'How it works', 'keyFeature'),
  line('applyButton', 'Apply button label', { initialValue: 'Apply Now' }),
]

/** One of the three affiliate programs: its text, commission, and limits. */
export const affiliateProgram = document(
  'affiliateProgram',
  'Affiliate program',
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
      { name: 'words', title: 'Text', default: true },
      { name: 'figures', title: 'Commission and limits' },
      { name: 'apply', title: 'Application page' },
    ],
    preview: {
      select: { title: 'name', rate: 'rate' },
      prepare: ({ title, rate }: Record<string, unknown>) => ({ title, subtitle: `${rate}%` }),
    },
  },
)
