import { address } from '../fields/address.ts'
import { choice, line, object } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { linkField } from './link.ts'

/** A link in the header or the footer. */
export const navLink = object('navLink', 'Menu item', [line('label', 'Label'), linkField()], {
  shown: { title: 'label', subtitle: 'destination.page.title' },
})

/** A column of links in the footer. */
export const navGroup = object(
  'navGroup',
  'Link column',
  [line('title', 'Heading'), list('links', 'Links', 'navLink')],
  { shown: { title: 'title' } },
)

const networks = ['Instagram', 'Facebook', 'LinkedIn', 'TikTok', 'X', 'YouTube']

/** An account on a social network. Without a URL, it is shown as coming soon, without a link. */
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
    address('url', 'Account URL', ['https'], {
      optional: true,
      description: 'If empty, the site shows the account as coming soon.',
    }),
  ],
  { shown: { title: 'network', subtitle: 'url' } },
)
