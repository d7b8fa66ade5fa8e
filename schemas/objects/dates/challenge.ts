import { defineField, defineType } from '@sanity/types'
import { sentences } from '../../fields/sentences.ts'
import { line, paragraph } from '../../fields/text.ts'
import { timeZone } from '../../fields/time-zone.ts'
import { customInterest } from '../joinCard.ts'

const count = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'number',
    validation: (rule) => [
      rule.required().error(`${title}: how many?`),
      rule.integer().positive().error('This must be a whole number above 0.'),
    ],
  })

/** When the challenge runs, with how many people, and what its winner is called. */
export const challenge = defineType({
  name: 'challenge',
  title: 'Challenge',
  type: 'object',
  fields: [
    defineField({
      name: 'startsAt',
      title: 'Start',
      type: 'datetime',
      description: 'Entered in the time zone of your own computer.',
      validation: (rule) => rule.required().error('When does it start?'),
    }),
    timeZone('Time zone in which the site shows the start'),
    count('participants', 'Participants'),
    count('days', 'Days'),
    line('winnerTitle', 'Title of the winner', {
      description: 'The one place where it is written: texts refer to it.',
    }),
    sentences(
      [
        { name: 'before', title: 'Before the start' },
        { name: 'running', title: 'While it runs' },
        { name: 'over', title: 'Once it is over' },
      ],
      { start: '7am May 30, 2025' },
    ),
    defineField({
      name: 'next',
      title: 'Once it is over',
      type: 'object',
      description:
        'Until a new start is set, the button leads to the waitlist, with the affiliate option ticked.',
      fields: [
        line('button', 'Words on the button'),
        customInterest,
        line('title', 'Title of the application', {
          description: 'For those who come to its address all the same.',
        }),
        paragraph('intro', 'Text under that title'),
      ],
    }),
  ],
})
