import { defineField, defineType } from '@sanity/types'
import { address } from '../fields/address.ts'
import { list } from '../fields/list.ts'
import { inGroup } from '../fields/page.ts'
import { line, paragraph } from '../fields/text.ts'
import { timeZone } from '../fields/time-zone.ts'

const brand = [
  line('name', 'Name of the brand'),
  line('audience', 'Words beside the name', { description: 'Such as for Businesses.' }),
  line('slogan', 'Slogan'),
  paragraph('description', 'What the brand is, in two sentences', {
    description: 'Shown by search engines for every page without a description of its own.',
  }),
  defineField({
    name: 'logo',
    title: 'Logo',
    type: 'image',
    description: 'A square picture with a transparent background. Empty: the drawn star.',
  }),
  defineField({
    name: 'sharingImage',
    title: 'Picture for shared links',
    type: 'image',
    description: 'At least 1200 × 630 pixels, for every page without a picture of its own.',
    options: { hotspot: true },
  }),
]

const links = [
  address('partnerAppUrl', 'Partner app', {
    kinds: ['https'],
    optional: true,
    description: 'Opened by the Multiply Your Reach button on the landing page.',
  }),
  address('partnershipMeetingUrl', 'Booking of a partnership meeting', {
    kinds: ['https'],
    optional: true,
  }),
  address('investorMeetingUrl', 'Booking of an investor meeting', {
    kinds: ['https'],
    optional: true,
  }),
  list('socialLinks', 'Social accounts', 'socialLink'),
]

const menus = [
  list('headerLinks', 'Menu at the top', 'navLink'),
  list('menuLinks', 'Further entries of the menu on a phone', 'navLink', {
    description: 'A wide window has no room for them beside the others.',
  }),
  list('footerGroups', 'Columns at the bottom', 'navGroup'),
  line('copyrightName', 'Name in the copyright line', {
    description: 'The year is added by itself.',
  }),
  defineField({ name: 'identity', title: 'Who stands behind it', type: 'identity' }),
]

const terms = [
  line('reviewTime', 'Time to review an application', {
    description: 'Such as 2-3 business days.',
  }),
  paragraph('investmentNote', 'Risk note beside the investment option', {
    description: 'Shown on the waitlist form next to the option to invest.',
  }),
]

const forms = [
  defineField({
    name: 'hideInvestment',
    title: 'Hide the investment option',
    type: 'boolean',
    description:
      'Leaves out the option to invest on the waitlist form, and the investor meeting beside it.',
    initialValue: false,
  }),
  defineField({
    name: 'formPrivacy',
    title: 'What happens to what people send',
    type: 'formPrivacy',
    description: 'Stands beneath the button of every form.',
  }),
]

const serviceWords = [
  line('servicesBack', 'Link above the title, to all services', {
    optional: true,
    initialValue: 'All services',
  }),
  line('servicesFeatures', 'Heading of the key features', {
    optional: true,
    initialValue: 'Key features',
  }),
  line('servicesOthers', 'Heading of the other services', {
    optional: true,
    initialValue: 'Other services',
  }),
]

/** What every page shares: brand, contact, links, menus, launch, payouts and live figures. */
export const siteSettings = defineType({
  name: 'siteSettings',
  title: 'Site settings',
  type: 'document',
  groups: [
    { name: 'brand', title: 'Brand', default: true },
    { name: 'contact', title: 'Contact' },
    { name: 'links', title: 'Links' },
    { name: 'menus', title: 'Menus' },
    { name: 'services', title: 'Service pages' },
    { name: 'launch', title: 'Launch and offer' },
    { name: 'terms', title: 'Payouts and terms' },
    { name: 'figures', title: 'Live figures' },
  ],
  fields: [
    ...inGroup('brand', brand),
    ...inGroup('contact', [
      defineField({ name: 'contact', title: 'Contact', type: 'contactDetails' }),
    ]),
    ...inGroup('links', links),
    ...inGroup('menus', menus),
    ...inGroup('services', serviceWords),
    ...inGroup('launch', [
      timeZone('Time zone in which these days begin', { optional: true }),
      defineField({ name: 'launch', title: 'Launch', type: 'launch' }),
      defineField({ name: 'offer', title: 'Pre-launch offer', type: 'launchOffer' }),
    ]),
    ...inGroup('terms', [
      defineField({ name: 'payouts', title: 'Affiliate payouts', type: 'payouts' }),
      ...terms,
      ...forms,
    ]),
    ...inGroup('figures', [
      defineField({ name: 'dashboard', title: 'Live figures', type: 'dashboard' }),
    ]),
  ],
  preview: { prepare: () => ({ title: 'Site settings' }) },
})
