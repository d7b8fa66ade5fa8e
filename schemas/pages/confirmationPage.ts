import { defineField, defineType } from '@sanity/types'
import { address } from '../fields/address.ts'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, textWithFacts } from '../fields/text.ts'
import { nextStepsField } from '../objects/forms.ts'

/** What people see once they are on the waitlist or have applied as a business, at /confirmation. */
export const confirmationPage = defineType({
  name: 'confirmationPage',
  title: 'Confirmation',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    textWithFacts('intro', 'Text'),
    nextStepsField,
    defineField({
      name: 'onboarding',
      title: 'After the business application',
      type: 'onboardingConfirmation',
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
    address('shareUrl', 'Link to share', {
      kinds: ['https'],
      optional: true,
      description: 'Empty: the home page of this site.',
    }),
  ]),
  preview: { prepare: () => ({ title: 'Confirmation' }) },
})

/** What businesses read once their application is stored. */
export const onboardingConfirmation = defineType({
  name: 'onboardingConfirmation',
  title: 'After the business application',
  type: 'object',
  fields: [line('title', 'Title'), textWithFacts('intro', 'Text'), nextStepsField],
})
