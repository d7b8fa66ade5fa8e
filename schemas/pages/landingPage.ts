import { defineArrayMember, defineField, defineType } from '@sanity/types'
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
    paragraph('subtitle', 'Subtitle'),
    defineField({ name: 'buttons', title: 'Buttons', type: 'landingButtons' }),
    defineField({ name: 'benefitsHeading', title: 'Benefits: heading', type: 'heading' }),
    list('benefits', 'Benefits', 'linkCard'),
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
