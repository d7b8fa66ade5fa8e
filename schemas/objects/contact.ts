import { address } from '../fields/address.ts'
import { field, line, object } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { checkPhone, checkReachable } from '../validation/values.ts'

/** A phone number as people read it and as a phone dials it. */
export const phoneNumber = object('phoneNumber', 'Phone', [
  line('display', 'As people read it', { description: 'Such as +1 (214) 555-0142.' }),
  field('number', 'As a phone dials it', 'string', {
    description: 'Digits only after the +, such as +12145550142.',
    required: 'The number is missing.',
    rules: (rule) => [
      rule.custom<string>((value) => checkPhone(value)),
      rule.custom<string>((value) => checkReachable(value)).warning(),
    ],
  }),
])

/** How visitors reach the team. */
export const contactDetails = object('contactDetails', 'Contact', [
  field('email', 'Support e-mail', 'email', {
    required: 'An e-mail address is missing or wrong.',
  }),
  field('phone', 'Phone', 'phoneNumber', { description: 'Empty: no page shows one.' }),
  line('phoneHours', 'Phone hours', { optional: true }),
  address('chatUrl', 'Live chat', ['https'], { optional: true }),
  line('chatHours', 'Live chat hours', { optional: true }),
  line('responseTime', 'Time to answer a message', { description: 'Such as within 24 hours.' }),
])

/** The company behind the site, at the foot of every page. */
export const identity = object(
  'identity',
  'Who stands behind it',
  [
    line('legalName', 'Legal name', { optional: true }),
    line('address', 'Postal address', { optional: true, description: 'In one line.' }),
    line('registration', 'Registration', {
      optional: true,
      description: 'Where the company is registered, and under which number.',
    }),
    line('certifiers', 'Certifiers', {
      optional: true,
      description: 'The bodies with which certificates are confirmed, as a sentence.',
    }),
  ],
  {
    description:
      'At the foot of every page. What is empty is not shown: write nothing that is not so.',
  },
)

/** How affiliates are paid. */
export const payouts = object('payouts', 'Affiliate payouts', [
  field('minimum', 'Smallest payout, in US dollars', 'number', {
    required: 'The amount is missing.',
    rules: (rule) => [rule.positive()],
  }),
  line('schedule', 'How often', { description: 'Such as monthly.' }),
  list('methods', 'Ways of payment', 'string'),
])
