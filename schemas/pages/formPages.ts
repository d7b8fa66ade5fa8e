import { address } from '../fields/address.ts'
import {
  document,
  field,
  line,
  nextStepsField,
  object,
  page,
  paragraph,
  textWithFacts,
} from '../fields/field.ts'

/** The waitlist page at /waitlist: the text around the form. */
export const waitlistPage = page('waitlistPage', 'Waitlist', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  line('toOnboarding', 'Link to the business application', {
    description: 'Says who the other form is for.',
    optional: true,
  }),
  line('socialHandleHint', 'Social handle hint', { optional: true }),
  line('cityHint', 'City hint', { optional: true }),
  line('interestsTitle', 'Interests heading'),
  paragraph('customInterestHint', 'Custom interest hint', { rows: 2 }),
  line('submit', 'Submit button label'),
  line('backHome', 'Link to the home page'),
  line('affiliates', 'Link to the affiliate programs'),
  field('investorCard', 'Investor meeting', 'joinCard', {
    description: 'The button opens the booking link in Settings.',
  }),
])

/** The business application page at /onboarding: the text around the form. */
export const onboardingPage = page('onboardingPage', 'Business onboarding', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  line('toWaitlist', 'Link to the waitlist', {
    description: 'Says who the other form is for.',
    optional: true,
  }),
  field('sections', 'Sections', 'onboardingSections'),
  line('cityHint', 'City and state hint', { optional: true }),
  line('websiteHint', 'Website or profile hint', { optional: true }),
  line('descriptionHint', 'Description hint', { description: 'For example, 1-2 sentences.' }),
  paragraph('agreement', 'Agreement', { rows: 2 }),
  line('terms', 'Terms link label', {
    description: 'Shown below the agreement.',
    optional: true,
  }),
  line('submit', 'Submit button label'),
])

/** The headings of the five form sections. Their order and numbers are fixed. */
export const onboardingSections = object(
  'onboardingSections',
  'Sections',
  ['basic', 'location', 'profile', 'offer', 'final'].map((name, index) =>
    field(name, `Section ${index + 1}`, 'heading'),
  ),
)

/** The confirmation page at /confirmation, shown after a waitlist or business application. */
export const confirmationPage = page('confirmationPage', 'Confirmation', [
  line('title', 'Title'),
  textWithFacts('intro', 'Text'),
  nextStepsField,
  field('onboarding', 'After the business application', 'onboardingConfirmation', {
    description: 'Shown first to people who applied as a business.',
  }),
  line('follow', 'Instagram button label', {
    description: 'The button opens the Instagram account in Settings.',
  }),
  line('explore', 'What’s Coming button label'),
  line('linkLabel', 'Text above the link to share'),
  line('share', 'Share button label'),
  line('copied', 'Share button label after copying'),
  line('copiedMessage', 'Message after copying'),
  address('shareUrl', 'Link to share', ['https'], {
    optional: true,
    description: 'If empty, uses the home page.',
    shared: true,
  }),
])

/** The part of the confirmation page that only businesses see. */
export const onboardingConfirmation = object(
  'onboardingConfirmation',
  'After the business application',
  [line('title', 'Title'), textWithFacts('intro', 'Text'), nextStepsField],
)

/** The text that the three affiliate applications share. Each program has its own heading and intro. */
export const affiliateApplyPage = document(
  'affiliateApplyPage',
  'Affiliate applications',
  [
    line('back', 'Link to the programs'),
    line('cityHint', 'City and state hint', { optional: true }),
    line('instagramHint', 'Instagram handle hint', { optional: true }),
    line('hashtag', 'Hashtag', {
      description: 'For example, #HalviAffiliate. Applicants can offer to post with it.',
      shared: true,
    }),
    line('submit', 'Submit button label'),
    field('success', 'After submitting', 'applySuccess'),
  ],
  { preview: { prepare: () => ({ title: 'Affiliate applications' }) } },
)

/** The message shown after an affiliate application is submitted. */
export const applySuccess = object('applySuccess', 'After submitting', [
  line('title', 'Title'),
  textWithFacts('text', 'Text'),
  line('home', 'Link to the home page'),
  nextStepsField,
])
