import { defineField, defineType } from '@sanity/types'
import { list } from '../fields/list.ts'
import { line } from '../fields/text.ts'

/** What a form says of what is sent with it; its link leads to /support/privacy. */
export const formPrivacy = defineType({
  name: 'formPrivacy',
  title: 'What happens to what people send',
  type: 'object',
  fields: [line('text', 'Text'), line('label', 'Words of the link to the privacy policy')],
})

/** What happens once a form is sent. */
export const nextSteps = defineType({
  name: 'nextSteps',
  title: 'What happens next',
  type: 'object',
  fields: [
    line('title', 'Heading'),
    list('steps', 'Steps', 'keyFeature', {
      length: [2, 6],
      description: 'Say in each how long it takes.',
    }),
  ],
})

/** The further fields of a page that says that a form has arrived. */
export const nextStepsField = defineField({
  name: 'next',
  title: 'What happens next',
  type: 'nextSteps',
})
