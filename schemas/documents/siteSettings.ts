import { address } from '../fields/address.ts'
import { timeZone } from '../fields/dates.ts'
import { document, field, inGroup, line, paragraph, toggle } from '../fields/field.ts'
import { list } from '../fields/list.ts'

const brand = [
  line('name', 'Name of the brand'),
  line('audience', 'Words beside the name', { description: 'Such as for Businesses.' }),
  line('slogan', 'Slogan'),
  paragraph('description', 'What the brand is, in two sentences', {
    description: 'Shown by search engines for every page without a description of its own.',
  }),
  field('logo', 'Logo', 'image', {
    description: 'A square picture with a transparent background. Empty: the drawn star.',
  }),
  field('sharingImage', 'Picture for shared links', 'image', {
    description: 'At least 1200 × 630 pixels, for every page without a picture of its own.',
    options: { hotspot: true },
  }),
]

const links = [
  address('partnerAppUrl', 'Partner app', ['https'], {
    optional: true,
    description: 'Opened by the Multiply Your Reach button on the landing page.',
  }),
  address('partnershipMeetingUrl', 'Booking of a partnership meeting', ['https'], {
    optional: true,
  }),
  address('investorMeetingUrl', 'Booking of an investor meeting', ['https'], { optional: true }),
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
  field('identity', 'Who stands behind it', 'identity'),
]

const terms = [
  field('payouts', 'Affiliate payouts', 'payouts'),
  line('reviewTime', 'Time to review an application', {
    description: 'Such as 2-3 business days.',
  }),
  paragraph('investmentNote', 'Risk note beside the investment option', {
    description: 'Shown on the waitlist form next to the option to invest.',
  }),
  toggle('hideInvestment', 'Hide the investment option', {
    description:
      'Leaves out the option to invest on the waitlist form, and the investor meeting beside it.',
  }),
  field('formPrivacy', 'What happens to what people send', 'formPrivacy', {
    description: 'Stands beneath the button of every form.',
  }),
]

/** A field whose words were built into the site before it was there. */
const formerlyFixed = (name: string, title: string, initialValue: string) =>
  line(name, title, { optional: true, initialValue })

const serviceWords = [
  formerlyFixed('servicesBack', 'Link above the title, to all services', 'All services'),
  formerlyFixed('servicesFeatures', 'Heading of the key features', 'Key features'),
  formerlyFixed('servicesOthers', 'Heading of the other services', 'Other services'),
]

/** What every page shares: brand, contact, links, menus, launch, payouts and live metrics. */
export const siteSettings = document(
  'siteSettings',
  'Site settings',
  [
    ...inGroup('brand', brand),
    ...inGroup('contact', [field('contact', 'Contact', 'contactDetails')]),
    ...inGroup('links', links),
    ...inGroup('menus', menus),
    ...inGroup('services', serviceWords),
    ...inGroup('launch', [
      timeZone('Time zone in which these days begin', { optional: true }),
      field('launch', 'Launch', 'launch'),
      field('offer', 'Pre-launch offer', 'launchOffer'),
    ]),
    ...inGroup('terms', terms),
    ...inGroup('figures', [field('dashboard', 'Live figures', 'dashboard')]),
  ],
  {
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
    preview: { prepare: () => ({ title: 'Site settings' }) },
  },
)
