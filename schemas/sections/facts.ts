import { day, timeZone } from '../fields/dates.ts'
import { line, toggle } from '../fields/field.ts'
import { list, references } from '../fields/list.ts'
import { headingField, section } from './section.ts'

export const faqSection = section('faqSection', 'FAQ', [
  headingField,
  references('entries', 'Questions', 'faqEntry', 'Shown in this order.'),
])

/** The commission of each service, as it is on the commission page. */
export const commissionsSection = section('commissionsSection', 'Commission table', [
  headingField,
  toggle('calculator', 'Show the commission calculator below the table'),
])

export const screensSection = section('screensSection', 'App screens', [
  headingField,
  list('screens', 'Screenshots', 'figure', {
    length: [0, 40],
    description: 'If empty, shows the gallery of the landing page.',
    options: { layout: 'grid' },
  }),
])

export const countdownSection = section(
  'countdownSection',
  'Countdown',
  [
    line('before', 'Heading before the date', { description: 'For example, Ramadan starts in.' }),
    day('endsAt', 'Date and time', { required: 'Date and time are required.' }, 'datetime'),
    timeZone('Time zone'),
    line('after', 'Heading after the date', {
      optional: true,
      description: 'If empty, the section disappears then.',
    }),
  ],
  { title: 'before' },
)
