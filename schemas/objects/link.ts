import type { SchemaTypeDefinition } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { address } from '../fields/address.ts'
import { choice, field, line, object } from '../fields/field.ts'
import { checkAnchor, checkLink, type LinkValue } from '../validation/link.ts'

type Parent = { parent?: LinkValue }

const withoutPage = ({ parent }: Parent) => !parent?.page

/**
 * Returns the type of a link: a reference to a page of this site, or an outside address. Links in a text have this
 * type, too.
 */
export const link = (addresses: Addresses): SchemaTypeDefinition =>
  object(
    'link',
    'Link',
    [
      field('page', 'Page', 'reference', {
        to: addresses.linkTypes.map((type) => ({ type })),
        options: { disableNew: true },
        description: 'Search by title. The link follows the page when its URL changes.',
        hidden: ({ parent }: Parent) => Boolean(parent?.url && !parent.page),
      }),
      choice('view', 'Which page', [{ title: 'Application form', value: 'apply' }], {
        description: 'Programs also have an application form. If empty, opens the program.',
        hidden: withoutPage,
        options: { layout: 'radio' },
      }),
      line('anchor', 'Part of the page', {
        optional: true,
        description: 'The text after # in the URL, such as payouts in /support/help#payouts.',
        options: { isCode: true },
        hidden: withoutPage,
        rules: (rule) => [rule.custom<string>((value) => checkAnchor(value))],
      }),
      line('query', 'Values filled in on a form', {
        optional: true,
        description: 'The text after ? in the URL, such as interest=openStore.',
        options: { isCode: true },
        hidden: withoutPage,
        rules: (rule) => [
          rule.regex(/^[\w=&+%.~-]+$/).error('Enter values such as type=restaurant&city=Dallas.'),
        ],
      }),
      address('url', 'Another website, email, or phone', ['https', 'mailto', 'tel'], {
        optional: true,
        description: 'A full URL, mailto:name@example.com, or tel:+15550100.',
        hidden: ({ parent }: Parent) => Boolean(parent?.page && !parent.url),
      }),
    ],
    {
      validation: (rule: { custom: (check: typeof checkLink) => unknown }) =>
        rule.custom(checkLink),
      preview: { select: { title: 'page.title', subtitle: 'url' } },
    },
  )

/** Returns the field for where a card, a menu item, or a redirect leads. */
export const linkField = ({ optional = false } = {}) =>
  field('destination', 'Link', 'link', optional ? { optional } : { required: 'Link is required.' })
