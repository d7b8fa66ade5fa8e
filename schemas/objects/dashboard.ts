import type { Rule } from '@sanity/types'
import { day, timeZone } from '../fields/dates.ts'
import { choice, field, line, object } from '../fields/field.ts'
import { type Bounds, checkRange } from '../validation/values.ts'

const required = 'Enter a value.'

/** Returns an object type for a range between two numbers. Both belong to the range. */
const rangeType = (name: string, title: string, unit: string, limits: (rule: Rule) => Rule) =>
  object(
    name,
    title,
    [
      { name: 'low', title: `Minimum${unit}` },
      { name: 'high', title: `Maximum${unit}` },
    ].map((end) =>
      field(end.name, end.title, 'number', {
        required: 'Enter both values.',
        rules: (rule) => [limits(rule)],
      }),
    ),
    {
      options: { columns: 2 },
      validation: (rule: Rule) => rule.custom((value: Bounds | undefined) => checkRange(value)),
    },
  )

export const percentageRange = rangeType('percentageRange', 'Percentage range', ' (%)', (rule) =>
  rule.min(0).max(100).error('Enter a percentage between 0 and 100.'),
)

export const numberRange = rangeType('numberRange', 'Range', '', (rule) =>
  rule.integer().min(0).error('Enter a whole number, 0 or greater.'),
)

/** Returns a field for a simulated metric: a label and the range that its values vary in. */
const simulatedMetric = (
  name: string,
  title: string,
  type: 'percentageRange' | 'numberRange',
  description?: string,
) =>
  field(name, title, 'object', {
    ...(description && { description }),
    fields: [line('label', 'Label'), field('range', 'Range', type, { required, shared: true })],
  })

const sources = [
  { title: 'Simulated metrics', value: 'simulated' },
  { title: 'Real counts', value: 'real' },
]

/** The live metrics: their source, their labels, and the ranges of the simulated ones. */
export const dashboard = object('dashboard', 'Live metrics', [
  choice('source', 'Show', sources, {
    description: 'Simulated metrics are labeled as a sample. Real counts come from applications.',
    options: { layout: 'radio' },
    initialValue: 'simulated',
    required: 'Choose which metrics to show.',
    shared: true,
  }),
  line('title', 'Title of simulated metrics', {
    description: 'Make clear that they are simulated. For example, Sample dashboard.',
  }),
  line('badge', 'Badge next to the title', {
    optional: true,
    description: 'One word, such as Sample. The number of people who joined today has it, too.',
  }),
  simulatedMetric('shopsActive', 'Shops active', 'percentageRange'),
  simulatedMetric('visitToSignup', 'Visit to signup', 'percentageRange'),
  field('expectedOrders', 'Expected orders', 'growingFigure'),
  simulatedMetric('signupMinutes', 'Minutes between signups', 'numberRange'),
  simulatedMetric('lastPing', 'Seconds since the last ping', 'numberRange'),
  simulatedMetric(
    'joinedToday',
    'Joined today (confirmation page)',
    'numberRange',
    'The label stands after the number. To place and inflect it, write a message with {count}, as in Words.',
  ),
  field('dailyCounter', 'Daily counter', 'dailyCounter'),
  field('counts', 'Real counts', 'countLabels'),
])

/** The labels of the real counts, and the time zone for the start of a day. */
export const countLabels = object(
  'countLabels',
  'Real counts',
  [
    line('title', 'Title of real counts', { optional: true }),
    line('since', 'Text before the date of the first application', {
      optional: true,
      description: 'For example, Counted since. The date is added automatically.',
    }),
    line('total', 'All applications'),
    line('today', 'Applications today'),
    line('waitlist', 'Waitlist applications'),
    line('onboarding', 'Business applications'),
    line('affiliate', 'Affiliate applications'),
    timeZone('Time zone for the start of a day', { shared: true }),
  ],
  { description: 'Counts stored applications. Spam and contact messages are excluded.' },
)

const count = (name: string, title: string) =>
  field(name, title, 'number', {
    required,
    shared: true,
    rules: (rule) => [rule.integer().min(0)],
  })

/** A metric that grows by the same amount each day. */
export const growingFigure = object('growingFigure', 'Growing metric', [
  line('label', 'Label'),
  count('base', 'Value on the first day'),
  count('perDay', 'Added each day'),
  day('since', 'First day', { required, shared: true }),
  field('cap', 'Maximum', 'number', {
    description: 'Cap for the counter. If empty, there is no cap.',
    shared: true,
    rules: (rule) => [rule.integer().min(0)],
  }),
])

/** A counter that rises from the minimum to the maximum, then starts again. */
export const dailyCounter = object('dailyCounter', 'Daily counter', [
  line('label', 'Label'),
  field('range', 'Range', 'numberRange', { required, shared: true }),
  field('step', 'Step', 'number', {
    required,
    shared: true,
    rules: (rule) => [rule.integer().positive()],
  }),
])
