import { choice, field, line, object, textWithFacts } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { checkPlainWords } from '../validation/plain-words.ts'

const targets = [
  { title: 'Waitlist', value: 'waitlist' },
  { title: 'Business application', value: 'onboarding' },
  { title: 'Affiliate programs', value: 'affiliates' },
]

/** The interest options of the waitlist form. The values are the keys that the form accepts. */
export const interests = [
  { title: 'Open my store', value: 'openStore' },
  { title: 'Be an affiliate', value: 'joinAffiliate' },
  { title: 'Join as a professional', value: 'joinProfessional' },
  { title: 'Shop on Halvi', value: 'shopOnHalvi' },
  { title: 'Invest', value: 'investInHalvi' },
]

/** The business types of the business application. The values are the keys that the form accepts. */
export const businessTypes = [
  { title: 'Restaurant', value: 'restaurant' },
  { title: 'Store', value: 'store' },
  { title: 'Local service', value: 'local-service' },
  { title: 'Professional', value: 'professional' },
  { title: 'Other', value: 'other' },
]

/** The field for the text that a button fills in on the waitlist form, in the visitor's words. */
export const customInterest = field(
  'customInterest',
  'Custom interest filled in on the waitlist form',
  'string',
  {
    description: 'In the visitor’s words. For example, Drive with Halvi Rides.',
    options: { isCode: true },
    rules: (rule) => [rule.custom<string>((value) => checkPlainWords(value))],
  },
)

/** A card that invites readers to join: its text, its links, and the form values that they fill in. */
export const joinCard = object(
  'joinCard',
  'Join card',
  [
    line('title', 'Title'),
    textWithFacts('text', 'Text'),
    line('button', 'Button label', { initialValue: 'Join the Waitlist' }),
    choice('target', 'Button opens', targets, {
      description: 'If empty, opens the waitlist. On some pages, the destination is fixed.',
    }),
    line('secondButton', 'Second link label', {
      description: 'If empty, there is no second link.',
      optional: true,
    }),
    choice('secondTarget', 'Second link opens', targets, {
      initialValue: 'onboarding',
      description: 'For the waitlist, the link’s label is filled in as the visitor’s interest.',
      hidden: ({ parent }: { parent?: { secondButton?: string } }) => !parent?.secondButton,
    }),
    list('interests', 'Interests checked on the waitlist form', 'string', {
      options: { list: interests, isCode: true },
      rules: (rule) => [rule.unique()],
    }),
    customInterest,
    choice('businessType', 'Business type selected on the business application', businessTypes),
  ],
  { shown: { title: 'title' } },
)
