import { sentences, timeZone } from '../fields/dates.ts'
import { choice, field, line, object, paragraph } from '../fields/field.ts'
import { checkMonth } from '../validation/values.ts'
import { customInterest } from './joinCard.ts'

/** What staff know of a date; `dated` is the date as it is written. */
const status = (list: { title: string; value: string }[]) =>
  choice('status', 'What is known', list, { options: { layout: 'radio' }, initialValue: 'dated' })

/** When and where the platform opens. */
export const launch = object('launch', 'Launch', [
  field('month', 'Month', 'string', {
    description: 'It has passed when the month is over: texts change by themselves then.',
    required: 'Month is missing.',
    rules: (rule) => [rule.custom<string>((value) => checkMonth(value)).warning()],
  }),
  line('monthWords', 'In other words', {
    optional: true,
    description:
      'Shown instead of the month, such as Q2 2027. The month still decides when it has passed.',
  }),
  line('place', 'First place', { description: 'As in: first in major US cities.' }),
  field('date', 'Day', 'date', { description: 'Only once the day is fixed.' }),
  status([
    { title: 'The month or the day above', value: 'dated' },
    { title: 'To be announced: the date above no longer stands', value: 'toBeAnnounced' },
    { title: 'We are open', value: 'open' },
  ]),
  sentences(
    {
      before: 'Before the date',
      passed: 'Once it has passed, and nothing else is known',
      toBeAnnounced: 'When the date is to be announced',
      open: 'When we are open',
    },
    { when: 'in May 2025', date: 'May 2025', place: 'the first place' },
  ),
])

/** What businesses get that apply before a date. */
export const launchOffer = object('launchOffer', 'Pre-launch offer', [
  field('deadline', 'Applications before', 'date', {
    description: 'The offer is for businesses that apply before this day.',
    required: 'The day is missing.',
  }),
  line('benefit', 'What they get', {
    description: 'As in: they get a year of free store management features.',
  }),
  status([
    { title: 'The day above', value: 'dated' },
    { title: 'The offer has ended', value: 'ended' },
  ]),
  sentences(
    {
      before: 'Before the day',
      passed: 'From that day on, and nothing else is known',
      ended: 'When the offer has ended',
    },
    { date: 'Sep 15, 2025', benefit: 'what they get' },
  ),
])

const count = (name: string, title: string) =>
  field(name, title, 'number', {
    required: `${title}: how many?`,
    rules: (rule) => [rule.integer().positive().error('This must be a whole number above 0.')],
  })

/** When the challenge runs, with how many people, and what its winner is called. */
export const challenge = object('challenge', 'Challenge', [
  field('startsAt', 'Start', 'datetime', {
    description: 'Entered in the time zone of your own computer.',
    required: 'When does it start?',
  }),
  timeZone('Time zone in which the site shows the start'),
  count('participants', 'Participants'),
  count('days', 'Days'),
  line('winnerTitle', 'Title of the winner', {
    description: 'The one place where it is written: texts refer to it.',
  }),
  sentences(
    {
      before: 'Before the start',
      running: 'While it runs',
      over: 'Once it is over',
    },
    { start: '7am May 30, 2025' },
  ),
  field('next', 'Once it is over', 'object', {
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
])
