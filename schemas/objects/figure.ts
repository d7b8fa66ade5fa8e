import { defineField, defineType } from '@sanity/types'

/** A picture with the words that stand for it. */
export const figure = defineType({
  name: 'figure',
  title: 'Picture',
  type: 'image',
  options: { hotspot: true },
  fields: [
    defineField({
      name: 'alt',
      title: 'What the picture shows',
      type: 'string',
      description: 'Read aloud to people who cannot see it, and shown when it fails to load.',
      validation: (rule) => rule.required().error('Say what the picture shows.'),
    }),
    defineField({
      name: 'caption',
      title: 'Caption',
      type: 'string',
      description: 'Shown under the picture, such as Screen 7.',
    }),
  ],
  preview: { select: { title: 'caption', subtitle: 'alt', media: 'asset' } },
})
