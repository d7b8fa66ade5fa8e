import { defineField, defineType } from '@sanity/types'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, paragraph, textWithFacts } from '../fields/text.ts'

/** The words around the waitlist form, at /waitlist. */
export const waitlistPage = defineType({
  name: 'waitlistPage',
  title: 'Waitlist',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    textWithFacts('intro', 'Intro'),
    line('toOnboarding', 'Link to the business application', {
      description: 'Says for whom the other form is.',
      optional: true,
    }),
    line('socialHandleHint', 'Hint beside the social handle', { optional: true }),
    line('interestsTitle', 'Heading of the interests'),
    paragraph('customInterestHint', 'Hint beside the free text', { rows: 2 }),
    line('submit', 'Words on the button that sends'),
    line('backHome', 'Link back to the home page'),
    line('affiliates', 'Link to the affiliate programmes'),
    defineField({
      name: 'investorCard',
      title: 'Investor meeting',
      type: 'joinCard',
      description: 'The button opens the booking in the site settings.',
    }),
    line('metricsTitle', 'Heading of the live figures'),
  ]),
  preview: { prepare: () => ({ title: 'Waitlist' }) },
})
