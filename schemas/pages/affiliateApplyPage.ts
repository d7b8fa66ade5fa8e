import { defineField, defineType } from '@sanity/types'
import { line, textWithFacts } from '../fields/text.ts'
import { nextStepsField } from '../objects/forms.ts'

/** What the three affiliate applications share; headings and intros belong to the programmes. */
export const affiliateApplyPage = defineType({
  name: 'affiliateApplyPage',
  title: 'Affiliate applications',
  type: 'document',
  fields: [
    line('back', 'Link back to the programmes'),
    line('cityHint', 'Hint beside city and state', { optional: true }),
    line('instagramHint', 'Hint beside the Instagram name', { optional: true }),
    line('hashtag', 'Hashtag for taking part', {
      description: 'Such as #HalviAffiliate. Applicants may offer to post with it.',
    }),
    line('submit', 'Words on the button that sends'),
    line('metricsTitle', 'Heading of the live figures'),
    defineField({ name: 'success', title: 'Once it is sent', type: 'applySuccess' }),
  ],
  preview: { prepare: () => ({ title: 'Affiliate applications' }) },
})

/** What applicants read once their application is stored. */
export const applySuccess = defineType({
  name: 'applySuccess',
  title: 'Once it is sent',
  type: 'object',
  fields: [
    line('title', 'Title'),
    textWithFacts('text', 'Text'),
    line('home', 'Link to the home page'),
    nextStepsField,
  ],
})
