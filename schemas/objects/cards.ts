import { defineField, defineType } from '@sanity/types'
import { address } from '../fields/address.ts'
import { line, paragraph, textWithFacts } from '../fields/text.ts'

/** One key feature of a service or an offer. */
export const keyFeature = defineType({
  name: 'keyFeature',
  title: 'Key feature',
  type: 'object',
  fields: [line('title', 'Title'), textWithFacts('text', 'Text')],
  preview: { select: { title: 'title' } },
})

/** A card that leads somewhere. */
export const linkCard = defineType({
  name: 'linkCard',
  title: 'Card with a link',
  type: 'object',
  fields: [
    line('title', 'Title'),
    paragraph('text', 'Text'),
    line('label', 'Words of the link'),
    address('href', 'Link', {
      kinds: ['path', 'https'],
      description: 'A page of this site such as /services/local, or a web address.',
    }),
    defineField({
      name: 'screen',
      title: 'Screen of the app',
      type: 'figure',
      description: 'Cropped to what matters: it is shown small.',
      hidden: ({ document }) => document?._type !== 'landingPage',
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'href' } },
})

/** A heading with a line or two beneath it. */
export const heading = defineType({
  name: 'heading',
  title: 'Heading',
  type: 'object',
  fields: [line('title', 'Title'), paragraph('text', 'Text', { optional: true, rows: 2 })],
  preview: { select: { title: 'title', subtitle: 'text' } },
})
