import { defineField, defineType } from '@sanity/types'
import { line } from '../fields/text.ts'
import { timeZone } from '../fields/time-zone.ts'

const required = 'This figure is missing.'

const rangeField = (type: 'percentageRange' | 'numberRange') =>
  defineField({
    name: 'range',
    title: 'Range',
    type,
    validation: (rule) => rule.required().error(required),
  })

/** A labelled figure that moves between two bounds. */
const movingFigure = (name: string, title: string, type: 'percentageRange' | 'numberRange') =>
  defineField({
    name,
    title,
    type: 'object',
    fields: [line('label', 'Label'), rangeField(type)],
  })

/** The live figures: where they come from, what they are called, the bounds of illustrative ones. */
export const dashboard = defineType({
  name: 'dashboard',
  title: 'Live figures',
  type: 'object',
  fields: [
    defineField({
      name: 'source',
      title: 'Show',
      type: 'string',
      description: 'Illustrative figures carry the note below. Real ones count the applications.',
      options: {
        list: [
          { title: 'Illustrative figures', value: 'simulated' },
          { title: 'Real counts', value: 'real' },
        ],
        layout: 'radio',
      },
      initialValue: 'simulated',
      validation: (rule) => rule.required().error('Choose which figures to show.'),
    }),
    line('title', 'Title of illustrative figures', {
      description: 'Says what they are, such as A simulated day on Halvi.',
    }),
    line('badge', 'Badge beside that title', {
      optional: true,
      description: 'One word, such as Simulated. It also stands beside titles of other pages.',
    }),
    line('note', 'Note beneath illustrative figures'),
    movingFigure('shopsActive', 'Shops active', 'percentageRange'),
    movingFigure('visitToSignup', 'Visit to signup', 'percentageRange'),
    defineField({ name: 'expectedOrders', title: 'Expected orders', type: 'growingFigure' }),
    movingFigure('signupMinutes', 'Minutes between two signups', 'numberRange'),
    movingFigure('lastPing', 'Seconds since the last ping', 'numberRange'),
    movingFigure('joinedToday', 'Joined today, on the confirmation page', 'numberRange'),
    defineField({ name: 'dailyCounter', title: 'Daily counter', type: 'dailyCounter' }),
    defineField({ name: 'counts', title: 'Real counts', type: 'countLabels' }),
  ],
})

/** What the real counts are called, and when a day begins for them. */
export const countLabels = defineType({
  name: 'countLabels',
  title: 'Real counts',
  type: 'object',
  description: 'Applications that are stored, spam and messages left out.',
  fields: [
    line('title', 'Title of real counts', { optional: true }),
    line('since', 'Words before the day of the first application', {
      optional: true,
      description: 'Such as Counted since. The day is added by itself, from the applications.',
    }),
    line('total', 'All applications'),
    line('today', 'Applications today'),
    line('waitlist', 'Waitlist applications'),
    line('onboarding', 'Business applications'),
    line('affiliate', 'Affiliate applications'),
    timeZone('Time zone in which a day begins'),
  ],
})

/** A figure that grows by the same amount each day. */
export const growingFigure = defineType({
  name: 'growingFigure',
  title: 'Growing figure',
  type: 'object',
  fields: [
    line('label', 'Label'),
    ...[
      { name: 'base', title: 'On the first day' },
      { name: 'perDay', title: 'Added each day' },
    ].map((field) =>
      defineField({
        ...field,
        type: 'number',
        validation: (rule) => [rule.required().error(required), rule.integer().min(0)],
      }),
    ),
    defineField({
      name: 'since',
      title: 'First day',
      type: 'date',
      validation: (rule) => rule.required().error(required),
    }),
    defineField({
      name: 'cap',
      title: 'Grows up to',
      type: 'number',
      description: 'A figure that grows for ever is not believed. Empty: it does.',
      validation: (rule) => rule.integer().min(0),
    }),
  ],
})

/** A counter that climbs from the lowest value to the highest and starts again. */
export const dailyCounter = defineType({
  name: 'dailyCounter',
  title: 'Daily counter',
  type: 'object',
  fields: [
    line('label', 'Label'),
    rangeField('numberRange'),
    defineField({
      name: 'step',
      title: 'Step',
      type: 'number',
      validation: (rule) => [rule.required().error(required), rule.integer().positive()],
    }),
  ],
})
