import { defineField, defineType } from '@sanity/types'
import { line } from '../fields/text.ts'

/** When and where the platform opens. */
export const launch = defineType({
  name: 'launch',
  title: 'Launch',
  type: 'object',
  fields: [
    line('month', 'Month', { description: 'As it is read, such as May 2025.' }),
    line('place', 'First place', { description: 'As in: first in major US cities.' }),
    defineField({
      name: 'date',
      title: 'Day',
      type: 'date',
      description: 'Only once the day is fixed.',
    }),
  ],
})

/** What businesses get that apply before a date. */
export const launchOffer = defineType({
  name: 'launchOffer',
  title: 'Pre-launch offer',
  type: 'object',
  fields: [
    defineField({
      name: 'deadline',
      title: 'Applications before',
      type: 'date',
      description: 'The offer is for businesses that apply before this day.',
      validation: (rule) => rule.required().error('The day is missing.'),
    }),
    line('benefit', 'What they get', {
      description: 'As in: they get a year of free store management features.',
    }),
  ],
})
