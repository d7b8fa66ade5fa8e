import { defineField, defineType } from '@sanity/types'

/** What search engines and shared links show of a page; what is empty falls back to the page. */
export const seo = defineType({
  name: 'seo',
  title: 'Search and sharing',
  type: 'object',
  description: 'What search engines and shared links show. Empty fields fall back to the page.',
  fields: [
    defineField({
      name: 'title',
      title: 'Title in search results',
      type: 'string',
      description: 'Up to 60 characters; longer ones are cut off. The brand is added by itself.',
      validation: (rule) => rule.max(60).warning('Longer titles are cut off in search results.'),
    }),
    defineField({
      name: 'description',
      title: 'Description in search results',
      type: 'text',
      rows: 3,
      description: 'One or two sentences, up to 160 characters, that make someone click.',
      validation: (rule) => rule.max(160).warning('Longer descriptions are cut off.'),
    }),
    defineField({
      name: 'image',
      title: 'Picture for shared links',
      type: 'image',
      description:
        'At least 1200 × 630 pixels. Empty: the picture in the site settings, or one that is drawn from the title.',
      options: { hotspot: true },
    }),
  ],
})
