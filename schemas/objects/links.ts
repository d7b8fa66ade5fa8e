import { address } from '../fields/address.ts'
import { choice, line, object } from '../fields/field.ts'
import { list } from '../fields/list.ts'

/** An entry of the header or the footer. */
export const navLink = object(
  'navLink',
  'Menu entry',
  [
    line('label', 'Words'),
    address('href', 'Page', ['path', 'https'], { description: 'Such as /support/faq.' }),
  ],
  { shown: { title: 'label', subtitle: 'href' } },
)

/** A column of the footer. */
export const navGroup = object(
  'navGroup',
  'Column of links',
  [line('title', 'Heading'), list('links', 'Links', 'navLink')],
  { shown: { title: 'title' } },
)

const networks = ['Instagram', 'Facebook', 'LinkedIn', 'TikTok', 'X', 'YouTube']

/** An account on a social network; without an address it is shown, but leads nowhere yet. */
export const socialLink = object(
  'socialLink',
  'Social account',
  [
    choice(
      'network',
      'Network',
      networks.map((title) => ({ title, value: title.toLowerCase() })),
      { required: 'Choose a network.' },
    ),
    address('url', 'Address of the account', ['https'], {
      optional: true,
      description: 'Leave it empty until the account is open: the site says that it is coming.',
    }),
  ],
  { shown: { title: 'network', subtitle: 'url' } },
)
