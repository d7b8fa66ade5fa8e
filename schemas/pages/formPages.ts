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

/** The words around the waitlist form, at /waitlist. */
export const waitlistPage = page('waitlistPage', 'Waitlist', [
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
  field('investorCard', 'Investor meeting', 'joinCard', {
    description: 'The button opens the booking in the site settings.',
  }),
  line('metricsTitle', 'Heading of the live figures'),
])

/** The words around the business application, at /onboarding. */
export const onboardingPage = page('onboardingPage', 'Business onboarding', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  line('toWaitlist', 'Link to the waitlist', {
    description: 'Says for whom the other form is.',
    optional: true,
  }),
  field('sections', 'Sections', 'onboardingSections'),
  line('cityHint', 'Hint beside city and state', { optional: true }),
  line('websiteHint', 'Hint beside website or profile', { optional: true }),
  line('descriptionHint', 'Hint beside the description', { description: 'Such as 1-2 sentences.' }),
  paragraph('agreement', 'What applicants agree to', { rows: 2 }),
  line('terms', 'Words of the link to the terms', {
    description: 'Stands beneath what applicants agree to.',
    optional: true,
  }),
  line('submit', 'Words on the button that sends'),
])

/** The headings of the five sections; their order and numbers are fixed. */
export const onboardingSections = object(
  'onboardingSections',
  'Sections',
  ['basic', 'location', 'profile', 'offer', 'final'].map((name, index) =>
    field(name, `Section ${index + 1}`, 'heading'),
  ),
)

/** What people see once they are on the waitlist or have applied as a business, at /confirmation. */
export const confirmationPage = page('confirmationPage', 'Confirmation', [
  line('title', 'Title'),
  textWithFacts('intro', 'Text'),
  nextStepsField,
  field('onboarding', 'After the business application', 'onboardingConfirmation', {
    description: 'Stands above the rest for who has applied as a business.',
  }),
  line('follow', 'Words on the Instagram button', {
    description: 'The button opens the Instagram account in the site settings.',
  }),
  line('explore', 'Words on the button to what is coming'),
  line('linkLabel', 'Words above the link to share'),
  line('share', 'Words on the share button'),
  line('copied', 'Words on the share button once the link is copied'),
  line('copiedMessage', 'Message once the link is copied'),
  address('shareUrl', 'Link to share', ['https'], {
    optional: true,
    description: 'Empty: the home page of this site.',
  }),
])

/** What businesses read once their application is stored. */
export const onboardingConfirmation = object(
  'onboardingConfirmation',
  'After the business application',
  [line('title', 'Title'), textWithFacts('intro', 'Text'), nextStepsField],
)

/** What the three affiliate applications share; headings and intros belong to the programs. */
export const affiliateApplyPage = document(
  'affiliateApplyPage',
  'Affiliate applications',
  [
    line('back', 'Link back to the programmes'),
    line('cityHint', 'Hint beside city and state', { optional: true }),
    line('instagramHint', 'Hint beside the Instagram name', { optional: true }),
    line('hashtag', 'Hashtag for taking part', {
      description: 'Such as #HalviAffiliate. Applicants may offer to post with it.',
    }),
    line('submit', 'Words on the button that sends'),
    line('metricsTitle', 'Heading of the live figures'),
    field('success', 'Once it is sent', 'applySuccess'),
  ],
  { preview: { prepare: () => ({ title: 'Affiliate applications' }) } },
)

/** What applicants read once their application is stored. */
export const applySuccess = object('applySuccess', 'Once it is sent', [
  line('title', 'Title'),
  textWithFacts('text', 'Text'),
  line('home', 'Link to the home page'),
  nextStepsField,
])
