import { address } from '../fields/address.ts'
import { field, line, object, page, paragraph } from '../fields/field.ts'
import { list, references } from '../fields/list.ts'

/** The business home at / and /business. */
export const landingPage = page('landingPage', 'Landing page', [
  line('badge', 'Badge above the title'),
  line('title', 'Title', { optional: true, description: 'Empty: the slogan.' }),
  line('rotatingLead', 'Words before the changing word', { description: 'Such as For every.' }),
  list('rotatingWords', 'Changing words', 'string', {
    description: 'Shown one after the other, three seconds each.',
    rules: (rule) => [rule.min(1).unique().error('At least one word, none of them twice.')],
  }),
  paragraph('subtitle', 'Subtitle', {
    description: 'What Halvi is and for whom, in five seconds of reading: 150 letters at most.',
  }),
  field('buttons', 'Buttons', 'landingButtons'),
  list('screens', 'Screens beside the title', 'figure', {
    description: 'Two screens of the apps. The first one stands in front.',
    options: { layout: 'grid' },
    rules: (rule) => [rule.max(2).error('There is room for two.')],
  }),
  field('benefitsHeading', 'Benefits: heading', 'heading'),
  list('benefits', 'Benefits', 'linkCard'),
  field('proof', 'Proof that it is halal', 'proof'),
  field('waitlistCard', 'Call to the waitlist', 'joinCard'),
  field('dialog', 'Waitlist dialog', 'waitlistDialog'),
  field('gallery', 'Gallery of app screens', 'gallery'),
  field('faqHeading', 'Questions: heading', 'heading'),
  references('faq', 'Questions', 'faqEntry'),
])

/** The words on the landing page's buttons; where they lead is fixed. */
export const landingButtons = object('landingButtons', 'Buttons', [
  line('join', 'To the waitlist'),
  line('gallery', 'Opens the gallery'),
  line('partnerApp', 'To the partner app'),
  line('onboarding', 'To the onboarding application'),
  line('affiliates', 'To the affiliate programmes'),
])

/** The section that shows how businesses are checked, as a certificate whose parts open. */
export const proof = object(
  'proof',
  'Proof that it is halal',
  [
    line('title', 'Title'),
    paragraph('text', 'Text', { optional: true }),
    line('link', 'Words of the link', { optional: true }),
    address('href', 'Link', ['path'], { optional: true }),
    line('label', 'Words above the business', {
      description: 'Say that the certificate is an example.',
    }),
    line('business', 'Business on the certificate'),
    list('parts', 'What was checked', 'proofPart'),
    paragraph('note', 'At the foot of the certificate', { optional: true, rows: 2 }),
  ],
  { description: 'Keep it in step with the question on halal compliance.' },
)

export const proofPart = object(
  'proofPart',
  'What was checked',
  [line('title', 'Title'), paragraph('text', 'How')],
  { shown: { title: 'title', subtitle: 'text' } },
)

/** The dialog that asks whether to see the affiliate programs first. */
export const waitlistDialog = object('waitlistDialog', 'Waitlist dialog', [
  line('title', 'Title'),
  paragraph('text', 'Text', { optional: true, rows: 2 }),
  line('affiliates', 'Option: to the affiliate programmes'),
  line('apply', 'Option: to the waitlist'),
])

export const gallery = object('gallery', 'Gallery', [
  line('title', 'Title'),
  paragraph('text', 'Text', { optional: true, rows: 2 }),
  line('close', 'Words on the button that closes it'),
  list('screens', 'Screens', 'figure', { options: { layout: 'grid' } }),
])
