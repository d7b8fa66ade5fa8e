import { field, line, object, page, paragraph } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { landingSections } from '../sections/index.ts'

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
  field('gallery', 'App screenshot gallery', 'gallery'),
  landingSections,
])

/** The labels of the landing page's buttons. Their links are fixed. */
export const landingButtons = object('landingButtons', 'Buttons', [
  line('join', 'Waitlist'),
  line('gallery', 'Gallery'),
  line('partnerApp', 'Partner app'),
  line('onboarding', 'Business application'),
  line('affiliates', 'Affiliate programs'),
])

export const gallery = object('gallery', 'Gallery', [
  line('title', 'Title'),
  paragraph('text', 'Text', { optional: true, rows: 2 }),
  line('close', 'Close button label'),
  list('screens', 'Screenshots', 'figure', { length: [0, 40], options: { layout: 'grid' } }),
])
