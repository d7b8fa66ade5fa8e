import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { address } from '../fields/address.ts'
import { list, references } from '../fields/list.ts'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, paragraph } from '../fields/text.ts'

/** The business home at / and /business. */
export const landingPage = defineType({
  name: 'landingPage',
  title: 'Landing page',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('badge', 'Badge above the title'),
    line('title', 'Title', { optional: true, description: 'Empty: the slogan.' }),
    line('rotatingLead', 'Words before the changing word', { description: 'Such as For every.' }),
    defineField({
      name: 'rotatingWords',
      title: 'Changing words',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      description: 'Shown one after the other, three seconds each.',
      validation: (rule) => rule.min(1).unique().error('At least one word, none of them twice.'),
    }),
    paragraph('subtitle', 'Subtitle', {
      description: 'What Halvi is and for whom, in five seconds of reading: 150 letters at most.',
    }),
    defineField({ name: 'buttons', title: 'Buttons', type: 'landingButtons' }),
    defineField({
      name: 'screens',
      title: 'Screens beside the title',
      type: 'array',
      of: [defineArrayMember({ type: 'figure' })],
      description: 'Two screens of the apps. The first one stands in front.',
      options: { layout: 'grid' },
      validation: (rule) => rule.max(2).error('There is room for two.'),
    }),
    defineField({ name: 'benefitsHeading', title: 'Benefits: heading', type: 'heading' }),
    list('benefits', 'Benefits', 'linkCard'),
    defineField({ name: 'proof', title: 'Proof that it is halal', type: 'proof' }),
    defineField({ name: 'waitlistCard', title: 'Call to the waitlist', type: 'joinCard' }),
    defineField({ name: 'dialog', title: 'Waitlist dialog', type: 'waitlistDialog' }),
    defineField({ name: 'gallery', title: 'Gallery of app screens', type: 'gallery' }),
    defineField({ name: 'faqHeading', title: 'Questions: heading', type: 'heading' }),
    references('faq', 'Questions', 'faqEntry'),
  ]),
  preview: { prepare: () => ({ title: 'Landing page' }) },
})

/** The words on the landing page's buttons; where they lead is fixed. */
export const landingButtons = defineType({
  name: 'landingButtons',
  title: 'Buttons',
  type: 'object',
  fields: [
    line('join', 'To the waitlist'),
    line('gallery', 'Opens the gallery'),
    line('partnerApp', 'To the partner app'),
    line('onboarding', 'To the onboarding application'),
    line('affiliates', 'To the affiliate programmes'),
  ],
})

/** The section that shows how businesses are checked, as a certificate whose parts open. */
export const proof = defineType({
  name: 'proof',
  title: 'Proof that it is halal',
  type: 'object',
  description: 'Keep it in step with the question on halal compliance.',
  fields: [
    line('title', 'Title'),
    paragraph('text', 'Text', { optional: true }),
    line('link', 'Words of the link', { optional: true }),
    address('href', 'Link', { kinds: ['path'], optional: true }),
    line('label', 'Words above the business', {
      description: 'Say that the certificate is an example.',
    }),
    line('business', 'Business on the certificate'),
    list('parts', 'What was checked', 'proofPart'),
    paragraph('note', 'At the foot of the certificate', { optional: true, rows: 2 }),
  ],
})

/** One way in which a business is checked. */
export const proofPart = defineType({
  name: 'proofPart',
  title: 'What was checked',
  type: 'object',
  fields: [line('title', 'Title'), paragraph('text', 'How')],
  preview: { select: { title: 'title', subtitle: 'text' } },
})

/** The dialog that asks whether to see the affiliate programmes first. */
export const waitlistDialog = defineType({
  name: 'waitlistDialog',
  title: 'Waitlist dialog',
  type: 'object',
  fields: [
    line('title', 'Title'),
    paragraph('text', 'Text', { optional: true, rows: 2 }),
    line('affiliates', 'Option: to the affiliate programmes'),
    line('apply', 'Option: to the waitlist'),
  ],
})

/** The screens of the apps, in order. */
export const gallery = defineType({
  name: 'gallery',
  title: 'Gallery',
  type: 'object',
  fields: [
    line('title', 'Title'),
    paragraph('text', 'Text', { optional: true, rows: 2 }),
    line('close', 'Words on the button that closes it'),
    defineField({
      name: 'screens',
      title: 'Screens',
      type: 'array',
      of: [defineArrayMember({ type: 'figure' })],
      options: { layout: 'grid' },
    }),
  ],
})
