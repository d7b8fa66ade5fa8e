import { field, line, page, textWithFacts } from '../fields/field.ts'
import { references } from '../fields/list.ts'

/** The What's Coming page at /index: the branches, the app screenshots, and an affiliate card. */
export const comingSoonPage = page('comingSoonPage', 'What’s Coming', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  field('branchesHeading', 'Services: heading', 'heading'),
  references('branches', 'Services', 'branch'),
  line('branchLink', 'Service link label', {
    description: 'For example, See how it works.',
  }),
  field('galleryHeading', 'App screenshots: heading', 'heading'),
  field('affiliateCard', 'Affiliate card', 'joinCard'),
  field('joinCard', 'Join card', 'joinCard'),
])
