import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { checkAddress } from '../validation/address.ts'

const facts = [
  defineArrayMember({ type: 'commissionRange' }),
  defineArrayMember({ type: 'programmeFact' }),
  defineArrayMember({ type: 'siteFact' }),
  defineArrayMember({ type: 'datedSentence' }),
]

const decorators = [
  { title: 'Bold', value: 'strong' },
  { title: 'Italic', value: 'em' },
]

/** One or a few plain paragraphs with figures that are kept elsewhere. */
export const shortText = defineType({
  name: 'shortText',
  title: 'Short text',
  type: 'array',
  of: [
    defineArrayMember({
      type: 'block',
      styles: [{ title: 'Normal', value: 'normal' }],
      lists: [],
      marks: { decorators, annotations: [] },
      of: facts,
    }),
  ],
})

/** Text with headings, lists and links, and figures that are kept elsewhere. */
export const richText = defineType({
  name: 'richText',
  title: 'Text',
  type: 'array',
  of: [
    defineArrayMember({
      type: 'block',
      styles: [
        { title: 'Normal', value: 'normal' },
        { title: 'Heading', value: 'h2' },
        { title: 'Small heading', value: 'h3' },
      ],
      lists: [
        { title: 'Bullets', value: 'bullet' },
        { title: 'Numbers', value: 'number' },
      ],
      marks: {
        decorators,
        annotations: [
          defineArrayMember({
            name: 'link',
            title: 'Link',
            type: 'object',
            fields: [
              defineField({
                name: 'href',
                title: 'Link',
                type: 'string',
                description: 'A page of this site such as /waitlist, a web address or mailto:…',
                validation: (rule) => [
                  rule.required().error('Where does the link lead?'),
                  rule.custom<string>((value) =>
                    checkAddress(value, ['path', 'https', 'mailto', 'tel']),
                  ),
                ],
              }),
            ],
          }),
        ],
      },
      of: facts,
    }),
  ],
})
