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
      description:
        'Shown under the screens of the gallery, such as Screen 7; other pictures have none.',
      // Of the pages, the one with the gallery.
      hidden: ({ document }) => document?._type !== 'landingPage',
    }),
  ],
  preview: { select: { title: 'caption', subtitle: 'alt', media: 'asset' } },
})
