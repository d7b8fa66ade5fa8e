import type { Rule } from '@sanity/types'
import { timeZone } from '../fields/dates.ts'
import { choice, field, line, object } from '../fields/field.ts'
import { type Bounds, checkRange } from '../validation/values.ts'

const required = 'This figure is missing.'

/** A type with a lowest and a highest number, both included. */
const rangeType = (name: string, title: string, unit: string, limits: (rule: Rule) => Rule) =>
  object(
    name,
    title,
    [
      { name: 'low', title: `Lowest${unit}` },
      { name: 'high', title: `Highest${unit}` },
    ].map((end) =>
      field(end.name, end.title, 'number', {
        required: 'A range needs both ends.',
        rules: (rule) => [limits(rule)],
      }),
    ),
    {
      options: { columns: 2 },
      validation: (rule: Rule) => rule.custom((value: Bounds | undefined) => checkRange(value)),
    },
  )

export const percentageRange = rangeType('percentageRange', 'From … to … percent', ', %', (rule) =>
  rule.min(0).max(100).error('A percentage lies between 0 and 100.'),
)

export const numberRange = rangeType('numberRange', 'From … to …', '', (rule) =>
  rule.integer().min(0).error('This must be a whole number, 0 or more.'),
)

/** A labelled metric that moves between two bounds. */
const moving = (name: string, title: string, type: 'percentageRange' | 'numberRange') =>
  field(name, title, 'object', {
    fields: [line('label', 'Label'), field('range', 'Range', type, { required })],
  })

const sources = [
  { title: 'Illustrative figures', value: 'simulated' },
  { title: 'Real counts', value: 'real' },
]

/** The live metrics: where they come from, what they are called, the bounds of illustrative ones. */
export const dashboard = object('dashboard', 'Live figures', [
  choice('source', 'Show', sources, {
    description: 'Illustrative figures carry the note below. Real ones count the applications.',
    options: { layout: 'radio' },
    initialValue: 'simulated',
    required: 'Choose which figures to show.',
  }),
  line('title', 'Title of illustrative figures', {
    description: 'Says what they are, such as A simulated day on Halvi.',
  }),
  line('badge', 'Badge beside that title', {
    optional: true,
    description: 'One word, such as Simulated. It also stands beside titles of other pages.',
  }),
  line('note', 'Note beneath illustrative figures'),
  moving('shopsActive', 'Shops active', 'percentageRange'),
  moving('visitToSignup', 'Visit to signup', 'percentageRange'),
  field('expectedOrders', 'Expected orders', 'growingFigure'),
  moving('signupMinutes', 'Minutes between two signups', 'numberRange'),
  moving('lastPing', 'Seconds since the last ping', 'numberRange'),
  moving('joinedToday', 'Joined today, on the confirmation page', 'numberRange'),
  field('dailyCounter', 'Daily counter', 'dailyCounter'),
  field('counts', 'Real counts', 'countLabels'),
])

/** What the real counts are called, and when a day begins for them. */
export const countLabels = object(
  'countLabels',
  'Real counts',
  [
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
  { description: 'Applications that are stored, spam and messages left out.' },
)

const count = (name: string, title: string) =>
  field(name, title, 'number', { required, rules: (rule) => [rule.integer().min(0)] })

/** A metric that grows by the same amount each day. */
export const growingFigure = object('growingFigure', 'Growing figure', [
  line('label', 'Label'),
  count('base', 'On the first day'),
  count('perDay', 'Added each day'),
  field('since', 'First day', 'date', { required }),
  field('cap', 'Grows up to', 'number', {
    description: 'A figure that grows for ever is not believed. Empty: it does.',
    rules: (rule) => [rule.integer().min(0)],
  }),
])

/** A counter that climbs from the lowest value to the highest and starts again. */
export const dailyCounter = object('dailyCounter', 'Daily counter', [
  line('label', 'Label'),
  field('range', 'Range', 'numberRange', { required }),
  field('step', 'Step', 'number', { required, rules: (rule) => [rule.integer().positive()] }),
])
