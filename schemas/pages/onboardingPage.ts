import { defineField, defineType } from '@sanity/types'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, paragraph, textWithFacts } from '../fields/text.ts'

/** The words around the business application, at /onboarding. */
export const onboardingPage = defineType({
  name: 'onboardingPage',
  title: 'Business onboarding',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    textWithFacts('intro', 'Intro'),
    line('toWaitlist', 'Link to the waitlist', {
      description: 'Says for whom the other form is.',
      optional: true,
    }),
    defineField({ name: 'sections', title: 'Sections', type: 'onboardingSections' }),
    line('cityHint', 'Hint beside city and state', { optional: true }),
    line('websiteHint', 'Hint beside website or profile', { optional: true }),
    line('descriptionHint', 'Hint beside the description', {
      description: 'Such as 1-2 sentences.',
    }),
    paragraph('agreement', 'What applicants agree to', { rows: 2 }),
    line('terms', 'Words of the link to the terms', {
      description: 'Stands beneath what applicants agree to.',
      optional: true,
    }),
    line('submit', 'Words on the button that sends'),
  ]),
  preview: { prepare: () => ({ title: 'Business onboarding' }) },
})

/** The headings of the five sections; their order and numbers are fixed. */
export const onboardingSections = defineType({
  name: 'onboardingSections',
  title: 'Sections',
  type: 'object',
  fields: [
    { name: 'basic', title: 'Section 1' },
    { name: 'location', title: 'Section 2' },
    { name: 'profile', title: 'Section 3' },
    { name: 'offer', title: 'Section 4' },
    { name: 'final', title: 'Section 5' },
  ].map((field) => defineField({ ...field, type: 'heading' })),
})
