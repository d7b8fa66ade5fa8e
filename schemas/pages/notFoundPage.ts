import { defineType } from '@sanity/types'
import { line, paragraph } from '../fields/text.ts'

/** What people see at an address that leads nowhere. */
export const notFoundPage = defineType({
  name: 'notFoundPage',
  title: 'Page not found',
  type: 'document',
  fields: [
    line('title', 'Title'),
    paragraph('text', 'Text', { rows: 2 }),
    line('home', 'Link to the home page'),
  ],
  preview: { prepare: () => ({ title: 'Page not found' }) },
})
