import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { line, textWithFacts } from '../fields/text.ts'
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
export const customInterest = defineField({
  name: 'customInterest',
  title: 'Filled in as own words on the waitlist form',
  type: 'string',
  description: 'What the visitor would say, such as Drive with Halvi Rides.',
  validation: (rule) => rule.custom<string>((value) => checkPlainWords(value)),
})

/** The card that asks a reader to join, where its buttons lead, and what they fill in there. */
export const joinCard = defineType({
  name: 'joinCard',
  title: 'Join card',
  type: 'object',
  fields: [
    line('title', 'Title'),
    textWithFacts('text', 'Text'),
    line('button', 'Words on the button', { initialValue: 'Join the Waitlist' }),
    defineField({
      name: 'target',
      title: 'The button leads to',
      type: 'string',
      description: 'Empty: the waitlist. Some pages lead to a place of their own.',
      options: { list: targets },
    }),
    line('secondButton', 'Words of a second link', {
      description: 'For a text that asks for two things. Empty: there is none.',
      optional: true,
    }),
    defineField({
      name: 'secondTarget',
      title: 'The second link leads to',
      type: 'string',
      options: { list: targets },
      initialValue: 'onboarding',
      hidden: ({ parent }) => !parent?.secondButton,
    }),
    defineField({
      name: 'interests',
      title: 'Ticked on the waitlist form',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      options: { list: interests },
      validation: (rule) => rule.unique(),
    }),
    customInterest,
    defineField({
      name: 'businessType',
      title: 'Chosen on the business application',
      type: 'string',
      options: { list: businessTypes },
    }),
  ],
  preview: { select: { title: 'title' } },
})
