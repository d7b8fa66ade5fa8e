import { defineField, defineType } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { pageFields, pageGroups, slug } from '../fields/page.ts'
import { line, paragraph } from '../fields/text.ts'

/** A legal text with the day of its last change, at /support/{slug}. */
export const legalPage = (addresses: Addresses) =>
  defineType({
    name: 'legalPage',
    title: 'Legal page',
    type: 'document',
    groups: pageGroups,
    fields: pageFields([
      line('title', 'Title'),
      slug('title', 'The page is at /support/ followed by this.', addresses),
      defineField({
        name: 'lastUpdated',
        title: 'Last updated',
        type: 'date',
        description: 'Shown to readers. Set it whenever the meaning of the text changes.',
        validation: (rule) => rule.required().error('The day of the last change is missing.'),
      }),
      paragraph('intro', 'Intro'),
      defineField({
        name: 'body',
        title: 'Text',
        type: 'richText',
        validation: (rule) => rule.required().error('The text is missing.'),
      }),
    ]),
    preview: { select: { title: 'title', subtitle: 'lastUpdated' } },
  })
