import { field, line, object, page, paragraph } from '../fields/field.ts'
import { list, references } from '../fields/list.ts'
import { linkFields } from '../objects/link.ts'

/** The landing page at / and /business. */
export const landingPage = page('landingPage', 'Landing page', [
  line('badge', 'Badge above the title'),
  line('status', 'Status', {
    optional: true,
    description: 'Shown below the badge. Say what visitors can do today.',
  }),
  line('title', 'Title', { optional: true, description: 'If empty, uses the slogan.' }),
  line('rotatingLead', 'Text before the rotating word', { description: 'For example, For every.' }),
  list('rotatingWords', 'Rotating words', 'string', {
    description: 'Each word is shown for three seconds.',
    rules: (rule) => [rule.min(1).unique().error('Add at least one word, without duplicates.')],
  }),
  paragraph('subtitle', 'Subtitle', {
    description: 'Say what Halvi is and who it’s for. 150 characters or fewer.',
  }),
  field('buttons', 'Buttons', 'landingButtons'),
  list('screens', 'Screenshots next to the title', 'figure', {
    description: 'Two app screenshots. The first is in front.',
    options: { layout: 'grid' },
    rules: (rule) => [rule.max(2).error('Add up to two screenshots.')],
  }),
  field('benefitsHeading', 'Benefits: heading', 'heading'),
  list('benefits', 'Benefits', 'linkCard'),
  field('proof', 'Halal verification', 'proof'),
  field('waitlistCard', 'Waitlist card', 'joinCard'),
  field('dialog', 'Waitlist dialog', 'waitlistDialog'),
  field('gallery', 'App screenshot gallery', 'gallery'),
  field('faqHeading', 'FAQ: heading', 'heading'),
  references('faq', 'FAQ', 'faqEntry'),
])

/** The labels of the landing page's buttons. Their links are fixed. */
export const landingButtons = object('landingButtons', 'Buttons', [
  line('join', 'Waitlist'),
  line('gallery', 'Gallery'),
  line('partnerApp', 'Partner app'),
  line('onboarding', 'Business application'),
  line('affiliates', 'Affiliate programs'),
])

/** The section that shows how businesses are verified, as a sample certificate with expandable parts. */
export const proof = object(
  'proof',
  'Halal verification',
  [
    line('title', 'Title'),
    paragraph('text', 'Text', { optional: true }),
    line('link', 'Link label', { optional: true }),
    ...linkFields('href', { optional: true }),
    line('label', 'Text above the business name', {
      description: 'Say that the certificate is an example.',
    }),
    line('business', 'Business name on the certificate'),
    list('parts', 'Checks', 'proofPart'),
    paragraph('note', 'Note at the bottom of the certificate', { optional: true, rows: 2 }),
  ],
  { description: 'Keep it consistent with the FAQ answer on halal compliance.' },
)

export const proofPart = object(
  'proofPart',
  'Check',
  [line('title', 'Title'), paragraph('text', 'How it is checked')],
  { shown: { title: 'title', subtitle: 'text' } },
)

/** The dialog that asks whether to see the affiliate programs first. */
export const waitlistDialog = object('waitlistDialog', 'Waitlist dialog', [
  line('title', 'Title'),
  paragraph('text', 'Text', { optional: true, rows: 2 }),
  line('affiliates', 'Affiliate programs option'),
  line('apply', 'Waitlist option'),
])

export const gallery = object('gallery', 'Gallery', [
  line('title', 'Title'),
  paragraph('text', 'Text', { optional: true, rows: 2 }),
  line('close', 'Close button label'),
  list('screens', 'Screenshots', 'figure', { options: { layout: 'grid' } }),
])
