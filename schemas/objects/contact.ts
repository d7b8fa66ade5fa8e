import { address } from '../fields/address.ts'
import { field, line, object } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { checkPhone, checkReachable } from '../validation/values.ts'

/** A phone number in two forms: for display and for dialing. */
export const phoneNumber = object('phoneNumber', 'Phone', [
  line('display', 'Displayed number', { description: 'For example, +1 (214) 555-0142.' }),
  field('number', 'Dialed number', 'string', {
    description: 'Only + and digits, such as +12145550142.',
    options: { isCode: true },
    required: 'Dialed number is required.',
    rules: (rule) => [
      rule.custom<string>((value) => checkPhone(value)),
      rule.custom<string>((value) => checkReachable(value)).warning(),
    ],
  }),
])

/** The ways for visitors to contact the team. */
export const contactDetails = object('contactDetails', 'Contact', [
  field('email', 'Support email', 'email', {
    required: 'Enter a valid email address.',
    shared: true,
  }),
  field('phone', 'Phone', 'phoneNumber', {
    description: 'If empty, no phone number is shown.',
    shared: true,
  }),
  line('phoneHours', 'Phone hours', { optional: true }),
  address('chatUrl', 'Live chat', ['https'], { optional: true, shared: true }),
  line('chatHours', 'Live chat hours', { optional: true }),
  line('responseTime', 'Response time', { description: 'For example, within 24 hours.' }),
])

/** The company that runs the site, shown in the footer of every page. */
export const identity = object(
  'identity',
  'Company details',
  [
    line('legalName', 'Legal name', { optional: true }),
    line('address', 'Postal address', { optional: true, description: 'On one line.' }),
    line('registration', 'Registration', {
      optional: true,
      description: 'The place of registration and the registration number.',
    }),
    line('certifiers', 'Certifiers', {
      optional: true,
      description: 'A sentence that names the bodies that confirm certificates.',
    }),
  ],
  {
    description:
      'Shown in the footer of every page. Empty fields are hidden. Enter only true information.',
  },
)

/** The payment terms for affiliates. */
export const payouts = object('payouts', 'Affiliate payouts', [
  field('minimum', 'Minimum payout (US dollars)', 'number', {
    required: 'Minimum payout is required.',
    shared: true,
    rules: (rule) => [rule.positive()],
  }),
  line('schedule', 'Schedule', { description: 'For example, monthly.' }),
  list('methods', 'Payment methods', 'string'),
])
