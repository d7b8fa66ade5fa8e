import { defineArrayMember, defineType } from '@sanity/types'

const block = {
  type: 'block',
  of: ['commissionRange', 'programFact', 'siteFact', 'datedSentence'].map((type) => ({ type })),
} as const

/** The maximum number of paragraphs of a text. The content API has the same limit. */
const maxBlocks = 500
const tooLong = `A text can have up to ${maxBlocks} paragraphs. Split it into several pages.`

const decorators = [
  { title: 'Bold', value: 'strong' },
  { title: 'Italic', value: 'em' },
]

/** One or more plain paragraphs, with facts inserted from other documents. */
export const shortText = defineType({
  name: 'shortText',
  title: 'Short text',
  type: 'array',
  validation: (rule) => rule.max(maxBlocks).error(tooLong),
  of: [
    defineArrayMember({
      ...block,
      styles: [{ title: 'Normal', value: 'normal' }],
      lists: [],
      marks: { decorators, annotations: [] },
    }),
  ],
})

/** Text with headings, lists, links, and tables, with facts inserted from other documents. */
export const richText = defineType({
  name: 'richText',
  title: 'Text',
  type: 'array',
  validation: (rule) => rule.max(maxBlocks).error(tooLong),
  of: [
    defineArrayMember({
      ...block,
      styles: [
        { title: 'Normal', value: 'normal' },
        { title: 'Heading', value: 'h2' },
        { title: 'Small heading', value: 'h3' },
      ],
      lists: [
        { title: 'Bullets', value: 'bullet' },
        { title: 'Numbers', value: 'number' },
        { title: 'Numbers, continued', value: 'numberContinued' },
      ],
      marks: {
        decorators,
        annotations: [{ type: 'link' }],
      },
    }),
    defineArrayMember({ type: 'table' }),
  ],
})
