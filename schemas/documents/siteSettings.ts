import { address } from '../fields/address.ts'
import { timeZone } from '../fields/dates.ts'
import { document, field, inGroup, line, paragraph, toggle } from '../fields/field.ts'
import { sharedShape } from '../fields/image-shapes.ts'
import { list } from '../fields/list.ts'

const brand = [
  line('name', 'Brand name', { shared: true }),
  line('audience', 'Text next to the name', { description: 'For example, for Businesses.' }),
  line('slogan', 'Slogan'),
  paragraph('description', 'Brand description (two sentences)', {
    description: 'Used in search results for pages without their own description.',
  }),
  field('logo', 'Logo', 'image', {
    description: 'A square image with a transparent background. If empty, uses the star.',
    shared: true,
  }),
  field('sharingImage', 'Image for shared links', 'image', {
    description: 'At least 1200 × 630 pixels. Used for pages without their own image.',
    options: { hotspot: { previews: sharedShape } },
    shared: true,
  }),
]

const links = [
  address('partnerAppUrl', 'Partner app', ['https'], {
    optional: true,
    shared: true,
    description: 'The Multiply Your Reach button on the landing page opens this link.',
  }),
  address('partnershipMeetingUrl', 'Partnership meeting booking', ['https'], {
    optional: true,
    shared: true,
  }),
  address('investorMeetingUrl', 'Investor meeting booking', ['https'], {
    optional: true,
    shared: true,
  }),
  list('socialLinks', 'Social accounts', 'socialLink', { shared: true }),
]

const menus = [
  list('headerLinks', 'Header menu', 'navLink'),
  list('menuLinks', 'Extra entries in the phone menu', 'navLink', {
    description: 'Shown on phones only, below the header menu.',
  }),
  list('footerGroups', 'Footer columns', 'navGroup'),
  line('copyrightName', 'Copyright name', {
    description: 'The year is added automatically.',
    shared: true,
  }),
  field('identity', 'Company details', 'identity', { shared: true }),
]

const terms = [
  field('payouts', 'Affiliate payouts', 'payouts'),
  line('reviewTime', 'Application review time', {
    description: 'For example, 2-3 business days.',
  }),
  paragraph('investmentNote', 'Risk note for the investment option', {
    description: 'Shown next to the investment option on the waitlist form.',
  }),
  toggle('hideInvestment', 'Hide the investment option', {
    description: 'Removes the investment option and the investor meeting from the waitlist page.',
    shared: true,
  }),
  field('formPrivacy', 'Privacy note on forms', 'formPrivacy', {
    description: 'Shown below the button of every form.',
  }),
]

/** Returns an optional text field. If it is empty, the site shows its built-in text, which the field shows too. */
const textWithBuiltInDefault = (name: string, title: string, placeholder: string) =>
  line(name, title, { optional: true, placeholder })

const serviceWords = [
  textWithBuiltInDefault('servicesBack', 'Link to all services (above the title)', 'All services'),
  textWithBuiltInDefault('servicesFeatures', 'Key features heading', 'Key features'),
  textWithBuiltInDefault('servicesOthers', 'Other services heading', 'Other services'),
]

/** The settings that all pages share: brand, contact, links, menus, launch, payouts, and live metrics. */
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
      timeZone('Time zone for these dates', { optional: true, shared: true }),
      field('launch', 'Launch', 'launch'),
      field('offer', 'Pre-launch offer', 'launchOffer'),
    ]),
    ...inGroup('terms', terms),
    ...inGroup('languages', [
      list('languages', 'Languages', 'siteLanguage', {
        description: 'The languages of the site besides English.',
        shared: true,
      }),
    ]),
    ...inGroup('figures', [field('dashboard', 'Live metrics', 'dashboard')]),
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
      { name: 'languages', title: 'Languages' },
      { name: 'figures', title: 'Live metrics' },
    ],
    preview: { prepare: () => ({ title: 'Site settings' }) },
  },
)
