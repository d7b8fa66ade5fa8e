import { field, line, page, textWithFacts } from '../fields/field.ts'
import { references } from '../fields/list.ts'

/** What is coming, at /index: the branches, the app screens and the way to become an affiliate. */
export const comingSoonPage = page('comingSoonPage', 'What is coming', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  field('branchesHeading', 'Branches: heading', 'heading'),
  references('branches', 'Branches', 'branch'),
  line('branchLink', 'Words of the link to a branch', {
    description: 'Such as See how it works.',
  }),
  field('galleryHeading', 'App screens: heading', 'heading'),
  field('affiliateCard', 'Affiliate card', 'joinCard'),
  field('joinCard', 'Join card', 'joinCard'),
])
