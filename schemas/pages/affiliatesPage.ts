import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { references } from '../fields/list.ts'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, textWithFacts } from '../fields/text.ts'

/** The affiliate programmes, at /affiliates: what its four modes share. */
export const affiliatesPage = defineType({
  name: 'affiliatesPage',
  title: 'Affiliate programmes',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    textWithFacts('intro', 'Intro'),
    defineField({ name: 'modes', title: 'Buttons of the header', type: 'affiliateModes' }),
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
    defineField({ name: 'leaderboard', title: 'Example leaderboard', type: 'leaderboard' }),
    defineField({ name: 'payoutsHeading', title: 'Payouts: heading', type: 'heading' }),
    defineField({ name: 'faqHeading', title: 'Questions: heading', type: 'heading' }),
    references('faq', 'Questions', 'faqEntry'),
    defineField({
      name: 'meetingCard',
      title: 'Partnership meeting',
      type: 'joinCard',
      description: 'The button opens the booking in the site settings.',
    }),
  ]),
  preview: { prepare: () => ({ title: 'Affiliate programmes' }) },
})

/** The words on the buttons that switch between the programmes. */
export const affiliateModes = defineType({
  name: 'affiliateModes',
  title: 'Buttons of the header',
  type: 'object',
  fields: [
    line('regular', 'Standard programme'),
    line('challenge', 'Challenge'),
    line('creator', 'Creators'),
  ],
})

/** Sample entries that show how the challenge is scored. */
export const leaderboard = defineType({
  name: 'leaderboard',
  title: 'Example leaderboard',
  type: 'object',
  fields: [
    line('title', 'Title'),
    line('note', 'Note that these are examples'),
    defineField({
      name: 'entries',
      title: 'Entries',
      type: 'array',
      of: [defineArrayMember({ type: 'leaderboardEntry' })],
    }),
  ],
})

/** One sample entry. */
export const leaderboardEntry = defineType({
  name: 'leaderboardEntry',
  title: 'Entry',
  type: 'object',
  fields: [
    ...[
      { name: 'position', title: 'Position' },
      { name: 'referrals', title: 'Businesses referred' },
      { name: 'earnings', title: 'Earnings, in US dollars' },
    ].map((field) =>
      defineField({
        ...field,
        type: 'number',
        validation: (rule) => [
          rule.required().error(`${field.title}: how much?`),
          rule.integer().min(0).error('This must be a whole number, 0 or more.'),
        ],
      }),
    ),
    line('name', 'Name'),
  ],
  preview: { select: { title: 'name', subtitle: 'referrals' } },
})
