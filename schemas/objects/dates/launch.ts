import { defineField, defineType } from '@sanity/types'
import { sentences } from '../../fields/sentences.ts'
import { line } from '../../fields/text.ts'
import { checkMonth } from '../../validation/month.ts'

/** What staff know of a date; `dated` is the date as it is written. */
const status = (list: { title: string; value: string }[]) =>
  defineField({
    name: 'status',
    title: 'What is known',
    type: 'string',
    options: { list, layout: 'radio' },
    initialValue: 'dated',
  })

/** When and where the platform opens. */
export const launch = defineType({
  name: 'launch',
  title: 'Launch',
  type: 'object',
  fields: [
    defineField({
      name: 'month',
      title: 'Month',
      type: 'string',
      description: 'It has passed when the month is over: texts change by themselves then.',
      validation: (rule) => [
        rule.required().error('Month is missing.'),
        rule.custom<string>((value) => checkMonth(value)).warning(),
      ],
    }),
    line('monthWords', 'In other words', {
      optional: true,
      description:
        'Shown instead of the month, such as Q2 2027. The month still decides when it has passed.',
    }),
    line('place', 'First place', { description: 'As in: first in major US cities.' }),
    defineField({
      name: 'date',
      title: 'Day',
      type: 'date',
      description: 'Only once the day is fixed.',
    }),
    status([
      { title: 'The month or the day above', value: 'dated' },
      { title: 'To be announced: the date above no longer stands', value: 'toBeAnnounced' },
      { title: 'We are open', value: 'open' },
    ]),
    sentences(
      [
        { name: 'before', title: 'Before the date' },
        { name: 'passed', title: 'Once it has passed, and nothing else is known' },
        { name: 'toBeAnnounced', title: 'When the date is to be announced' },
        { name: 'open', title: 'When we are open' },
      ],
      { when: 'in May 2025', date: 'May 2025', place: 'the first place' },
    ),
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
    status([
      { title: 'The day above', value: 'dated' },
      { title: 'The offer has ended', value: 'ended' },
    ]),
    sentences(
      [
        { name: 'before', title: 'Before the day' },
        { name: 'passed', title: 'From that day on, and nothing else is known' },
        { name: 'ended', title: 'When the offer has ended' },
      ],
      { date: 'Sep 15, 2025', benefit: 'what they get' },
    ),
  ],
})
