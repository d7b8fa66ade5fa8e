import { choice, field, line, object, page, textWithFacts } from '../fields/field.ts'
import { list, references } from '../fields/list.ts'

/** The affiliates page at /affiliates: the text that its four modes share. */
export const affiliatesPage = page('affiliatesPage', 'Affiliate programs', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  field('modes', 'Header buttons', 'affiliateModes'),
  references('programs', 'Programs', 'affiliateProgram', 'Cards appear in this order.'),
  line('rateNote', 'Commission note', {
    optional: true,
    description: 'Shown below each commission. For example, of Halvi’s commission on each order.',
  }),
  line('back', 'Link to all programs'),
  line('benefitsTitle', 'Program: benefits heading', { optional: true }),
  line('stepsTitle', 'Program: steps heading', { optional: true }),
  line('countdownTitle', 'Countdown heading'),
  line('countdownOver', 'Message after the challenge starts'),
  line('countdownEnded', 'Message after the challenge ends', { optional: true }),
  field('leaderboard', 'Leaderboard', 'leaderboard'),
  field('payoutsHeading', 'Payouts: heading', 'heading'),
  field('faqHeading', 'FAQ: heading', 'heading'),
  references('faq', 'FAQ', 'faqEntry'),
  field('meetingCard', 'Partnership meeting', 'joinCard', {
    description: 'The button opens the booking link in Settings.',
  }),
])

export const affiliateModes = object('affiliateModes', 'Header buttons', [
  line('regular', 'Standard program'),
  line('challenge', 'Challenge'),
  line('creator', 'Creators'),
])

const leaderboardSources = [
  { title: 'Example entries', value: 'samples' },
  { title: 'Real participants', value: 'real' },
  { title: 'No leaderboard', value: 'off' },
]

/** The challenge's leaderboard: sample entries that show how it is scored, or real participants. */
export const leaderboard = object('leaderboard', 'Leaderboard', [
  choice('source', 'Show', leaderboardSources, {
    description:
      'Real participants are people who agreed to be listed, with their first name, initial, and referrals.',
    options: { layout: 'radio' },
    initialValue: 'samples',
    shared: true,
  }),
  line('title', 'Title of example entries'),
  line('note', 'Note that the entries are examples'),
  list('entries', 'Example entries', 'leaderboardEntry'),
  line('realTitle', 'Title of real participants', { optional: true }),
  line('realNote', 'Note about real participants', { optional: true }),
  line('empty', 'Message with fewer than three participants', { optional: true }),
])

const count = (name: string, title: string) =>
  field(name, title, 'number', {
    required: `${title} is required.`,
    rules: (rule) => [rule.integer().min(0).error('Enter a whole number, 0 or greater.')],
  })

export const leaderboardEntry = object(
  'leaderboardEntry',
  'Entry',
  [
    count('position', 'Position'),
    count('referrals', 'Businesses referred'),
    count('earnings', 'Earnings (US dollars)'),
    line('name', 'Name'),
  ],
  { shown: { title: 'name', subtitle: 'referrals' } },
)
