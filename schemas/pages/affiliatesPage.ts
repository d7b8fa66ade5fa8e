import { field, line, object, page, textWithFacts } from '../fields/field.ts'
import { list, references } from '../fields/list.ts'

/** The affiliate programs, at /affiliates: what its four modes share. */
export const affiliatesPage = page('affiliatesPage', 'Affiliate programmes', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  field('modes', 'Buttons of the header', 'affiliateModes'),
  references('programmes', 'Programmes', 'affiliateProgramme', 'The cards, in this order.'),
  line('rateNote', 'What a rate is a part of', {
    optional: true,
    description: 'Stands below each rate, such as: of Halvi’s commission on each order.',
  }),
  line('back', 'Link back to all programmes'),
  line('benefitsTitle', 'Programme: heading of what affiliates get', { optional: true }),
  line('stepsTitle', 'Programme: heading of the steps', { optional: true }),
  line('countdownTitle', 'Heading of the countdown'),
  line('countdownOver', 'Message once the challenge has started'),
  line('countdownEnded', 'Message once its days are over', { optional: true }),
  field('leaderboard', 'Example leaderboard', 'leaderboard'),
  field('payoutsHeading', 'Payouts: heading', 'heading'),
  field('faqHeading', 'Questions: heading', 'heading'),
  references('faq', 'Questions', 'faqEntry'),
  field('meetingCard', 'Partnership meeting', 'joinCard', {
    description: 'The button opens the booking in the site settings.',
  }),
])

export const affiliateModes = object('affiliateModes', 'Buttons of the header', [
  line('regular', 'Standard programme'),
  line('challenge', 'Challenge'),
  line('creator', 'Creators'),
])

/** Sample entries that show how the challenge is scored. */
export const leaderboard = object('leaderboard', 'Example leaderboard', [
  line('title', 'Title'),
  line('note', 'Note that these are examples'),
  list('entries', 'Entries', 'leaderboardEntry'),
])

const count = (name: string, title: string) =>
  field(name, title, 'number', {
    required: `${title}: how much?`,
    rules: (rule) => [rule.integer().min(0).error('This must be a whole number, 0 or more.')],
  })

export const leaderboardEntry = object(
  'leaderboardEntry',
  'Entry',
  [
    count('position', 'Position'),
    count('referrals', 'Businesses referred'),
    count('earnings', 'Earnings, in US dollars'),
    line('name', 'Name'),
  ],
  { shown: { title: 'name', subtitle: 'referrals' } },
)
