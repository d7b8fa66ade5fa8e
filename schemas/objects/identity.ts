import { defineType } from '@sanity/types'
import { line } from '../fields/text.ts'

/** The company behind the site, at the foot of every page. */
export const identity = defineType({
  name: 'identity',
  title: 'Who stands behind it',
  type: 'object',
  description:
    'At the foot of every page. What is empty is not shown: write nothing that is not so.',
  fields: [
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
})
