import { defineArrayMember, defineField, defineType } from '@sanity/types'
import { address } from '../fields/address.ts'
import { line } from '../fields/text.ts'

/** An entry of the header or the footer. */
export const navLink = defineType({
  name: 'navLink',
  title: 'Menu entry',
  type: 'object',
  fields: [
    line('label', 'Words'),
    address('href', 'Page', { kinds: ['path', 'https'], description: 'Such as /support/faq.' }),
  ],
  preview: { select: { title: 'label', subtitle: 'href' } },
})

/** A column of the footer. */
export const navGroup = defineType({
  name: 'navGroup',
  title: 'Column of links',
  type: 'object',
  fields: [
    line('title', 'Heading'),
    defineField({
      name: 'links',
      title: 'Links',
      type: 'array',
      of: [defineArrayMember({ type: 'navLink' })],
    }),
  ],
  preview: { select: { title: 'title' } },
})

/** An account on a social network; without an address it is shown, but leads nowhere yet. */
export const socialLink = defineType({
  name: 'socialLink',
  title: 'Social account',
  type: 'object',
  fields: [
    defineField({
      name: 'network',
      title: 'Network',
      type: 'string',
      options: {
        list: [
          { title: 'Instagram', value: 'instagram' },
          { title: 'Facebook', value: 'facebook' },
          { title: 'LinkedIn', value: 'linkedin' },
          { title: 'TikTok', value: 'tiktok' },
          { title: 'X', value: 'x' },
          { title: 'YouTube', value: 'youtube' },
        ],
      },
      validation: (rule) => rule.required().error('Choose a network.'),
    }),
    address('url', 'Address of the account', {
      kinds: ['https'],
      optional: true,
      description: 'Leave it empty until the account is open: the site says that it is coming.',
    }),
  ],
  preview: { select: { title: 'network', subtitle: 'url' } },
})
