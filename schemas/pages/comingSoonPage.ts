import { defineField, defineType } from '@sanity/types'
import { references } from '../fields/list.ts'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, textWithFacts } from '../fields/text.ts'

/** What is coming, at /index: the branches, the app screens and the way to become an affiliate. */
export const comingSoonPage = defineType({
  name: 'comingSoonPage',
  title: 'What is coming',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    textWithFacts('intro', 'Intro'),
    defineField({ name: 'branchesHeading', title: 'Branches: heading', type: 'heading' }),
    references('branches', 'Branches', 'branch'),
    line('branchLink', 'Words of the link to a branch', {
      description: 'Such as See how it works.',
    }),
    defineField({ name: 'galleryHeading', title: 'App screens: heading', type: 'heading' }),
    defineField({ name: 'affiliateCard', title: 'Affiliate card', type: 'joinCard' }),
    defineField({ name: 'joinCard', title: 'Join card', type: 'joinCard' }),
  ]),
  preview: { prepare: () => ({ title: 'What is coming' }) },
})
