import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { line } from '../fields/text.ts'

/** How affiliates are paid. */
export const payouts = defineType({
  name: 'payouts',
  title: 'Affiliate payouts',
  type: 'object',
  fields: [
    defineField({
      name: 'minimum',
      title: 'Smallest payout, in US dollars',
      type: 'number',
      validation: (rule) => [rule.required().error('The amount is missing.'), rule.positive()],
    }),
    line('schedule', 'How often', { description: 'Such as monthly.' }),
    defineField({
      name: 'methods',
      title: 'Ways of payment',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
    }),
  ],
})
