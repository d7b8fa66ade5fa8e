import { defineField, defineType } from '@sanity/types'
import { address } from '../fields/address.ts'
import { line } from '../fields/text.ts'
import { checkPhone, checkReachable } from '../validation/contact.ts'

/** A phone number as people read it and as a phone dials it. */
export const phoneNumber = defineType({
  name: 'phoneNumber',
  title: 'Phone',
  type: 'object',
  fields: [
    line('display', 'As people read it', { description: 'Such as +1 (214) 555-0142.' }),
    defineField({
      name: 'number',
      title: 'As a phone dials it',
      type: 'string',
      description: 'Digits only after the +, such as +12145550142.',
      validation: (rule) => [
        rule.required().error('The number is missing.'),
        rule.custom<string>((value) => checkPhone(value)),
        rule.custom<string>((value) => checkReachable(value)).warning(),
      ],
    }),
  ],
})

/** How visitors reach the team. */
export const contactDetails = defineType({
  name: 'contactDetails',
  title: 'Contact',
  type: 'object',
  fields: [
    defineField({
      name: 'email',
      title: 'Support e-mail',
      type: 'email',
      validation: (rule) => rule.required().error('An e-mail address is missing or wrong.'),
    }),
    defineField({
      name: 'phone',
      title: 'Phone',
      type: 'phoneNumber',
      description: 'Empty: no page shows one.',
    }),
    line('phoneHours', 'Phone hours', { optional: true }),
    address('chatUrl', 'Live chat', { kinds: ['https'], optional: true }),
    line('chatHours', 'Live chat hours', { optional: true }),
    line('responseTime', 'Time to answer a message', { description: 'Such as within 24 hours.' }),
  ],
})
