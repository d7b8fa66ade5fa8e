import type { Rule, ValidationContext } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { apiVersion } from '../api-version.ts'
import { address } from '../fields/address.ts'
import { document, toggle } from '../fields/field.ts'
import { linkField } from '../objects/link.ts'
import type { LinkValue } from '../validation/link.ts'
import { checkSource, type RedirectContext } from '../validation/redirect.ts'

/** Returns the type of a redirect: it sends visitors from an old URL to a new one. */
export const redirect = (addresses: Addresses) =>
  document(
    'redirect',
    'Redirect',
    [
      address('from', 'Old URL', ['path'], {
        description:
          'The path to redirect, such as /summer-offer or /ar/summer-offer. It can’t be an existing page.',
        rules: (rule) => [
          rule.custom<string>(async (from, context) => {
            const read = from
              ? await readContext(context, addresses.typesWithAddress).catch(() => undefined)
              : undefined
            // If the content can't be read, the URL passes: that isn't the editor's error.
            return read ? checkSource(from, { ...read, addresses }) : true
          }),
        ],
      }),
      linkField(),
      toggle('temporary', 'Temporary redirect', {
        description: 'Search engines keep the old URL in their results.',
      }),
    ],
    {
      validation: (rule: Rule) => [
        rule.custom<{ destination?: LinkValue }>((value) => {
          const url = value?.destination?.url
          if (!url || /^https:/i.test(url)) return true
          const message = 'Choose a page, or enter a URL that starts with https://.'
          return { message, path: ['destination'] }
        }),
      ],
      preview: {
        select: { title: 'from', page: 'destination.page.title', url: 'destination.url' },
        prepare: ({ title, page, url }: Record<string, string | undefined>) => ({
          title,
          subtitle: `to ${page ?? url ?? '…'}`,
        }),
      },
    },
  )

/** Reads the other redirects and pages, drafts included: two conflicting drafts must not both be published. */
function readContext(
  { document, getClient }: ValidationContext,
  types: Addresses['typesWithAddress'],
) {
  const id = document?._id.replace(/^drafts\./, '') ?? ''
  return getClient({ apiVersion })
    .withConfig({ perspective: 'raw' })
    .fetch<Omit<RedirectContext, 'addresses'>>(
      `{
        "redirects": *[_type == "redirect" && !(_id in [$id, "drafts." + $id])]{from},
        "pages": *[_type in $types]{_type, "slug": slug.current},
        "codes": array::unique(*[_type == "siteSettings"].languages[].code)
      }`,
      { id, types },
    )
}
