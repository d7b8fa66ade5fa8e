import { day, sentences, timeZone } from '../fields/dates.ts'
import { choice, field, line, object, paragraph } from '../fields/field.ts'
import { customInterest } from './joinCard.ts'

/** Returns the field for the status of a date. `dated` means that the date in the document applies. */
const status = (list: { title: string; value: string }[]) =>
  choice('status', 'Status', list, {
    options: { layout: 'radio', isCode: true },
    initialValue: 'dated',
    shared: true,
  })

/** The date and place of the platform's launch. */
export const launch = object('launch', 'Launch', [
  day('month', 'Month', {
    description: 'Choose any day of it. When the month ends, pages change automatically.',
    options: { dateFormat: 'MMMM YYYY' },
    required: 'Month is required.',
    shared: true,
  }),
  line('monthWords', 'Month in other words', {
    optional: true,
    description:
      'Shown instead of the month. For example, Q2 2027. Pages still change when the month above ends.',
  }),
  line('place', 'First location', { description: 'For example, major US cities.' }),
  day('date', 'Exact date', { description: 'Set it once the date is certain.', shared: true }),
  status([
    { title: 'Use the date above', value: 'dated' },
    { title: 'To be announced (ignores the date above)', value: 'toBeAnnounced' },
    { title: 'Open', value: 'open' },
  ]),
  sentences(
    {
      before: 'Before the date',
      passed: 'After the date, until you change the status',
      toBeAnnounced: 'When the status is “To be announced”',
      open: 'When the status is “Open”',
    },
    { when: 'in May 2025', date: 'May 2025', place: 'the first location' },
  ),
])

/** The offer for businesses that apply before a date. */
export const launchOffer = object('launchOffer', 'Pre-launch offer', [
  day('deadline', 'Deadline', {
    description: 'Businesses must apply before this date to get the offer.',
    required: 'Deadline is required.',
    shared: true,
  }),
  line('benefit', 'Benefit', {
    description: 'For example, a year of free store management features.',
  }),
  status([
    { title: 'Use the deadline above', value: 'dated' },
    { title: 'Ended', value: 'ended' },
  ]),
  sentences(
    {
      before: 'Before the deadline',
      passed: 'After the deadline, until you change the status',
      ended: 'When the status is “Ended”',
    },
    { date: 'Sep 15, 2025', benefit: 'the benefit' },
  ),
])

const count = (name: string, title: string) =>
  field(name, title, 'number', {
    required: `${title} is required.`,
    shared: true,
    rules: (rule) => [rule.integer().positive().error('Enter a whole number above 0.')],
  })

/** The dates of the challenge, its number of participants, and the winner's title. */
export const challenge = object('challenge', 'Challenge', [
  day(
    'startsAt',
    'Start',
    {
      description: 'Enter it in your computer’s time zone.',
      options: { isCode: true },
      required: 'Start is required.',
      shared: true,
    },
    'datetime',
  ),
  timeZone('Time zone shown on the site', { shared: true }),
  count('participants', 'Participants'),
  count('days', 'Days'),
  line('winnerTitle', 'Winner’s title', {
    description: 'Every page that mentions this title uses this value.',
  }),
  sentences(
    {
      before: 'Before the start',
      running: 'During the challenge',
      over: 'After the end',
    },
    { start: '7am May 30, 2025', month: 'May 2025' },
  ),
  field('next', 'After the end', 'object', {
    description:
      'Until you set a new start, the button opens the waitlist with the affiliate option checked.',
    fields: [
      line('button', 'Button label'),
      customInterest,
      line('title', 'Title of the application page', {
        description: 'Shown to people who open the page after the challenge.',
      }),
      paragraph('intro', 'Text below the title'),
    ],
  }),
])
