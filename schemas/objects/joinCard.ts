import { choice, field, line, object, textWithFacts } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { checkPlainWords } from '../validation/plain-words.ts'

const targets = [
  { title: 'Waitlist', value: 'waitlist' },
  { title: 'Business application', value: 'onboarding' },
  { title: 'Affiliate programmes', value: 'affiliates' },
]

/** What the waitlist form takes for interests: the keys of its options. */
export const interests = [
  { title: 'Open my store', value: 'openStore' },
  { title: 'Be an affiliate', value: 'joinAffiliate' },
  { title: 'Join as a professional', value: 'joinProfessional' },
  { title: 'Shop on Halvi', value: 'shopOnHalvi' },
  { title: 'Invest', value: 'investInHalvi' },
]

/** What the business application takes for the type: the keys of its options. */
export const businessTypes = [
  { title: 'Restaurant', value: 'restaurant' },
  { title: 'Store', value: 'store' },
  { title: 'Local service', value: 'local-service' },
  { title: 'Professional', value: 'professional' },
  { title: 'Other', value: 'other' },
]

/** What a button fills in on the waitlist form, as if the visitor had said it. */
export const customInterest = field(
  'customInterest',
  'Filled in as own words on the waitlist form',
  'string',
  {
    description: 'What the visitor would say, such as Drive with Halvi Rides.',
    rules: (rule) => [rule.custom<string>((value) => checkPlainWords(value))],
  },
)

/** The card that asks a reader to join, where its buttons lead, and what they fill in there. */
export const joinCard = object(
  'joinCard',
  'Join card',
  [
    line('title', 'Title'),
    textWithFacts('text', 'Text'),
    line('button', 'Words on the button', { initialValue: 'Join the Waitlist' }),
    choice('target', 'The button leads to', targets, {
      description: 'Empty: the waitlist. Some pages lead to a place of their own.',
    }),
    line('secondButton', 'Words of a second link', {
      description: 'For a text that asks for two things. Empty: there is none.',
      optional: true,
    }),
    choice('secondTarget', 'The second link leads to', targets, {
      initialValue: 'onboarding',
      hidden: ({ parent }: { parent?: { secondButton?: string } }) => !parent?.secondButton,
    }),
    list('interests', 'Ticked on the waitlist form', 'string', {
      options: { list: interests },
      rules: (rule) => [rule.unique()],
    }),
    customInterest,
    choice('businessType', 'Chosen on the business application', businessTypes),
  ],
  { shown: { title: 'title' } },
)
